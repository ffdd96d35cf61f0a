use std::ops::{Deref, DerefMut};

/// Bytes of a line of the cache, in numbers of 32 bits.
const LINE: usize = 16;

/// Numbers that begin on a line of the cache: vectors that lie across two cost twice.
#[derive(Default)]
pub(super) struct Floats {
    numbers: Vec<f32>,
    begin: usize,
}

impl Floats {
    /// So many zeros.
    pub(super) fn zeroed(length: usize) -> Floats {
        let numbers = vec![0.0; length + LINE];
        // How far the next line is; a system that would not say leaves us where we are, which is only slower.
        let begin = numbers.as_ptr().align_offset(LINE * size_of::<f32>()).min(LINE);
        Floats { numbers, begin }
    }

    /// Becomes at least so many numbers.
    pub(super) fn grow(&mut self, length: usize) {
        if self.len() < length {
            *self = Floats::zeroed(length);
        }
    }
}

impl Deref for Floats {
    type Target = [f32];

    #[inline(always)]
    fn deref(&self) -> &[f32] {
        self.numbers.get(self.begin..).map_or(&[], |rest| &rest[..rest.len() - (LINE - self.begin).min(rest.len())])
    }
}

impl DerefMut for Floats {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [f32] {
        let length = self.len();
        &mut self.numbers[self.begin..][..length]
    }
}
