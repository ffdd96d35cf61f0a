//! Answers on their way: what is in memory for whoever does not read is counted, and bounded.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper::body::{Body as HttpBody, Frame, SizeHint};

use crate::door::Client;
use crate::guard::{Held, OfProgram};
use crate::routes::Refused;
use crate::site::Site;

/// Lets an answer through if there is room for it; else it is dropped, and that is what is answered.
pub(crate) async fn hold(State(site): State<Site>, request: Request, next: Next) -> Response {
    let Client(household) = *request.extensions().get().expect("every request went through the door");
    let response = next.run(request).await;
    // Every page and file is made before it is sent, so its length is known.
    let bytes = response.body().size_hint().lower() as usize;
    if bytes == 0 || response.extensions().get::<OfProgram>().is_some() {
        return response;
    }
    match site.guard().hold(household, bytes) {
        Some(held) => response.map(|body| Body::new(Counted { body, held: Arc::new(held) })),
        None => Refused::Unread.into_response(),
    }
}

/// A body whose bytes count until the last of them has left the memory, wherever they wait.
struct Counted {
    body: Body,
    held: Arc<Held>,
}

impl HttpBody for Counted {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let held = Arc::clone(&self.held);
        let count = |bytes: Bytes| Bytes::from_owner(CountedBytes { bytes, _held: held });
        Pin::new(&mut self.body).poll_frame(context).map_ok(|frame| frame.map_data(count))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// Bytes that wait to be sent, counted.
struct CountedBytes {
    bytes: Bytes,
    _held: Arc<Held>,
}

impl AsRef<[u8]> for CountedBytes {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::future::poll_fn;

    use super::*;
    use crate::guard::Guard;
    use crate::household::Household;
    use crate::limits::Limits;

    #[tokio::test]
    async fn bytes_count_until_the_last_of_them_has_left_the_memory() {
        let guard = Guard::new(Limits { bytes_in_flight_per_address: 6, ..Limits::default() });
        let whose = Household::of([10, 0, 0, 1].into());
        let held = guard.hold(whose, 6).expect("room");
        let mut body = Counted { body: Body::from("answer"), held: Arc::new(held) };
        assert_eq!((body.size_hint().exact(), body.is_end_stream()), (Some(6), false));
        let frame = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await;
        let data = frame.expect("one").expect("sound").into_data().expect("data");
        assert_eq!((data.as_ref(), body.is_end_stream()), (&b"answer"[..], true));
        assert!(poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await.is_none());
        drop(body);
        assert!(guard.hold(whose, 1).is_none(), "it waits to be sent");
        drop(data);
        assert!(guard.hold(whose, 1).is_some());
    }

    /// One that is made while it is sent does not know its length.
    #[tokio::test]
    async fn an_answer_without_a_known_length_says_so() {
        let guard = Guard::new(Limits::default());
        let held = guard.hold(Household::of([10, 0, 0, 1].into()), 1).expect("room");
        let parts = futures_util::stream::iter([Ok::<_, Infallible>("a")]);
        let body = Counted { body: Body::from_stream(parts), held: Arc::new(held) };
        assert_eq!((body.size_hint().exact(), body.is_end_stream()), (None, false));
    }
}
