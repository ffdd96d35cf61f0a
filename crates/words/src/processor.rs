/// What is said where no other sentence can be: on a processor that lacks the instructions which this program, these words
/// included, was built for. So it is one text with every language in it, and no message of Fluent.
pub const PROCESSOR_TOO_OLD: &str = "\
plateau: this processor is older than the program was built for (x86-64-v3, since 2013); build it there with RUSTFLAGS set to nothing.
plateau : ce processeur est plus ancien que ceux pour lesquels le programme a été construit (x86-64-v3, depuis 2013) ; compilez-le sur place avec RUSTFLAGS vide.";
