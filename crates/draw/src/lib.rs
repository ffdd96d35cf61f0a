//! A view as a picture.
