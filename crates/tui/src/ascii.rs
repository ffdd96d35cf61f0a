//! Texts for terminals that have nothing but ASCII: accents are left off, other signs become their nearest relatives.

use ratatui::buffer::Buffer;

/// The text in ASCII.
pub(crate) fn fold(text: &str) -> String {
    // The blanks inside French quotation marks are part of the signs.
    text.replace("«\u{a0}", "«").replace("\u{a0}»", "»").chars().map(relative).collect()
}

/// Every cell in ASCII. A sign stays one column wide.
pub(crate) fn fold_buffer(buf: &mut Buffer) {
    for cell in &mut buf.content {
        if !cell.symbol().is_ascii() {
            let sign = relative(cell.symbol().chars().next().unwrap_or(' '));
            cell.set_char(sign);
        }
    }
}

fn relative(sign: char) -> char {
    match sign {
        'à' | 'â' | 'ä' | 'á' => 'a',
        'À' | 'Â' | 'Ä' | 'Á' => 'A',
        'ç' => 'c',
        'Ç' => 'C',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'É' | 'È' | 'Ê' | 'Ë' => 'E',
        'î' | 'ï' | 'í' => 'i',
        'Î' | 'Ï' => 'I',
        'ô' | 'ö' | 'ó' | 'œ' => 'o',
        'Ô' | 'Ö' | 'Œ' => 'O',
        'ù' | 'û' | 'ü' | 'ú' => 'u',
        'Ù' | 'Û' | 'Ü' => 'U',
        'ÿ' => 'y',
        'ñ' => 'n',
        '«' | '»' | '“' | '”' => '"',
        '‘' | '’' => '\'',
        '–' | '—' | '−' => '-',
        '×' => 'x',
        '·' | '…' | '•' => '.',
        '\u{a0}' | '\u{202f}' => ' ',
        sign if sign.is_ascii() => sign,
        _ => '?',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accents_are_left_off() {
        for (text, folded) in [
            ("À Noir de jouer\u{a0}: «\u{a0}déjà\u{a0}»", "A Noir de jouer : \"deja\""),
            ("9 × 9 – …", "9 x 9 - ."),
            ("plain\n", "plain\n"),
            ("囲碁", "??"),
        ] {
            assert_eq!(fold(text), folded);
        }
    }
}
