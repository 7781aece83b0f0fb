//! Runs the future of an `async` property.

#[cfg(feature = "async")]
mod driver {
    use std::pin::pin;
    use std::sync::Arc;
    use std::task::{Context, Poll, Wake, Waker};
    use std::thread::Thread;

    struct Unpark(Thread);

    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }

    /// Runs a future to its end on this thread. A future that needs a runtime (for timers, sockets)
    /// must bring it.
    pub fn block_on<F: Future>(future: F) -> F::Output {
        let waker = Waker::from(Arc::new(Unpark(std::thread::current())));
        let mut context = Context::from_waker(&waker);
        let mut future = pin!(future);
        loop {
            match future.as_mut().poll(&mut context) {
                Poll::Ready(output) => return output,
                // A wake-up after the poll is not lost: it makes the next park return at once.
                Poll::Pending => std::thread::park(),
            }
        }
    }
}

#[cfg(feature = "async")]
pub use driver::block_on;

/// Never implemented; it only names the missing feature.
#[cfg(not(feature = "async"))]
#[diagnostic::on_unimplemented(
    message = "an `async` property needs the feature `async` of everycase",
    label = "this property is `async`",
    note = "in Cargo.toml: everycase = {{ version = \"...\", features = [\"async\"] }}"
)]
pub trait AsyncFeature {}

/// Fails to compile, naming the missing feature.
#[cfg(not(feature = "async"))]
pub fn block_on<F: AsyncFeature>(_: F) {}

#[cfg(all(test, feature = "async"))]
mod tests {
    use super::block_on;

    #[test]
    fn a_future_woken_from_another_thread_is_driven_to_its_end() {
        let (send, receive) = std::sync::mpsc::channel::<std::task::Waker>();
        let waker = std::thread::spawn(move || receive.recv().map(std::task::Waker::wake));
        let mut polls = 0;
        let output = block_on(std::future::poll_fn(|context| {
            polls += 1;
            if polls > 1 {
                return std::task::Poll::Ready(polls);
            }
            send.send(context.waker().clone()).unwrap();
            std::task::Poll::Pending
        }));
        assert!(output >= 2);
        waker.join().unwrap().unwrap();
    }
}
