//! A connection that waits only so long for the other side to read.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Sleep;

/// So much must be taken for each time that is waited. Who takes a byte a second takes nothing.
const ENOUGH: usize = 4 << 10;

/// A stream that ends with an error when the other side does not read what is sent.
pub(crate) struct Patient<S> {
    stream: S,
    patience: Duration,
    /// Since the other side has not been able to take everything: until when it is waited for, and what it has taken since.
    waits: Option<(Pin<Box<Sleep>>, usize)>,
}

impl<S> Patient<S> {
    /// A stream whose other side may take so long for the next few kilobytes, while there is something for it.
    pub(crate) fn new(stream: S, patience: Duration) -> Patient<S> {
        Patient { stream, patience, waits: None }
    }

    /// What became of writing: some bytes were taken, or none yet.
    fn judge(&mut self, written: Poll<io::Result<usize>>, context: &mut Context<'_>) -> Poll<io::Result<usize>> {
        match written {
            Poll::Pending => {
                let patience = self.patience;
                let (sleep, _) = self.waits.get_or_insert_with(|| (Box::pin(tokio::time::sleep(patience)), 0));
                sleep.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
            }
            Poll::Ready(Ok(bytes)) => {
                if let Some((_, taken)) = &mut self.waits {
                    *taken += bytes;
                    if *taken >= ENOUGH {
                        self.waits = None;
                    }
                }
                Poll::Ready(Ok(bytes))
            }
            failed @ Poll::Ready(Err(_)) => failed,
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Patient<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Patient<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.judge(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.judge(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        // Whoever flushes has nothing left to write: the other side has taken everything.
        self.waits = None;
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, BufWriter, duplex};

    use super::*;

    const PATIENCE: Duration = Duration::from_millis(100);
    const SENT: usize = 10 * ENOUGH;

    /// What becomes of sending while the other side takes so much at a time, and so often.
    async fn send(at_a_time: usize, every: Duration) -> io::Result<()> {
        let (ours, mut theirs) = duplex(1024);
        let reader = tokio::spawn(async move {
            let mut buffer = vec![0; at_a_time];
            while theirs.read_exact(&mut buffer).await.is_ok() {
                tokio::time::sleep(every).await;
            }
        });
        let mut ours = Patient::new(ours, PATIENCE);
        let sent = ours.write_all(&vec![7; SENT]).await;
        reader.abort();
        sent
    }

    #[tokio::test]
    async fn who_reads_slowly_is_sent_everything_and_who_hardly_reads_is_let_go() {
        send(ENOUGH, PATIENCE / 4).await.expect("slow, and fast enough");
        for (at_a_time, every) in [(1, PATIENCE / 20), (256, PATIENCE / 2)] {
            let sent = send(at_a_time, every).await;
            assert_eq!(sent.map_err(|error| error.kind()), Err(io::ErrorKind::TimedOut), "{at_a_time}");
        }
    }

    #[tokio::test]
    async fn a_pause_between_two_answers_is_not_counted() {
        let (ours, mut theirs) = duplex(64);
        let mut ours = Patient::new(ours, PATIENCE);
        let mut buffer = [0; 100];
        for _ in 0..3 {
            let answer = async {
                ours.write_all(&[7; 100]).await?;
                ours.flush().await
            };
            let (sent, read) = tokio::join!(answer, theirs.read_exact(&mut buffer));
            sent.and(read.map(|_| ())).expect("taken");
            tokio::time::sleep(2 * PATIENCE).await;
        }
    }
    #[tokio::test]
    async fn what_is_asked_answered_and_ended_goes_through() {
        let (ours, mut theirs) = duplex(64);
        let mut ours = Patient::new(BufWriter::new(ours), PATIENCE);
        let talk = async {
            let mut heard = [0; 6];
            theirs.write_all(b"asked?").await?;
            ours.read_exact(&mut heard).await?;
            assert_eq!(&heard, b"asked?");
            assert!(ours.is_write_vectored(), "as the stream is");
            assert_eq!(ours.write_vectored(&[io::IoSlice::new(b"tol"), io::IoSlice::new(b"d!.")]).await?, 6);
            ours.flush().await?;
            theirs.read_exact(&mut heard).await?;
            assert_eq!(&heard, b"told!.");
            ours.shutdown().await?;
            assert_eq!(theirs.read(&mut heard).await?, 0, "the end");
            io::Result::Ok(())
        };
        tokio::time::timeout(100 * PATIENCE, talk).await.expect("in time").expect("talked");
    }
}
