/// The numbers of the bits that are set, from the lowest: walks over masks of cells and of pieces.
///
/// ```
/// assert_eq!(aligne4::Bits(0b1001_0010).collect::<Vec<_>>(), [1, 4, 7]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bits(pub u16);

impl Iterator for Bits {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let lowest = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(lowest)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.len(), Some(self.len()))
    }
}

impl ExactSizeIterator for Bits {
    #[inline]
    fn len(&self) -> usize {
        self.0.count_ones() as usize
    }
}
