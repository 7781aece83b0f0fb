pub trait Measured {
    fn failing_measure(&self) -> u8;
}
