//! Pixels.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use table::view::BoardView;

use crate::error::Error;
use crate::picture;
use crate::sheet::Unknown;
use crate::style::{Paint, Style};
use crate::{MAX_WIDTH, MIN_WIDTH};

/// Draws a view as a PNG of this width in pixels; corners outside a rounded board are transparent.
///
/// No fonts are needed: letters, digits and ASCII signs are drawn, and any other character is a box.
/// [`Style::width`] and [`Paint::Css`] are for SVG and have no effect here.
pub fn png(view: &BoardView, style: &Style, width: u32) -> Result<Vec<u8>, Error> {
    if !(MIN_WIDTH..=MAX_WIDTH).contains(&width) {
        return Err(Error::Width { width });
    }
    let style = Style { paint: Paint::Fixed, width: None, ..style.clone() };
    let svg = picture::draw(view, &style, Unknown::Box)?;
    let failed = |why: &dyn ToString| Error::Render(why.to_string());
    let tree = Tree::from_str(&svg, &Options::default()).map_err(|why| failed(&why))?;
    let scale = width as f32 / tree.size().width();
    // A long thin board must not become a huge picture, whatever its width.
    let height = (tree.size().height() * scale).round().max(1.0) as u32;
    if height > 2 * MAX_WIDTH {
        return Err(Error::Width { width });
    }
    let mut pixels = Pixmap::new(width, height).ok_or_else(|| failed(&"no room for the pixels"))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|why| failed(&why))
}
