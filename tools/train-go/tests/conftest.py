import os
import sys
import tempfile
from pathlib import Path

# Most of the time goes into compiling what then runs for a moment: with less optimisation it takes four fifths.
# Without any, training ends in NaN.
os.environ.setdefault("XLA_FLAGS", "--xla_backend_optimization_level=1")

import jax  # noqa: E402

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parent.parent)]

# A run that is taken up again asks for some of the same programs under other names: they are compiled once.
compiled = tempfile.TemporaryDirectory()
jax.config.update("jax_compilation_cache_dir", compiled.name)
