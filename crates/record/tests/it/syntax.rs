//! The lossless layer of SGF: round trips, edits, errors with their places, recovery, limits.

use record::sgf::Games;
use record::sgf::syntax::Collection;
use record::{Charset, Error, Limits, ReadOptions};

fn parse(bytes: impl AsRef<[u8]>) -> Result<Collection, Error> {
    Collection::parse(bytes.as_ref(), &ReadOptions::default())
}

#[test]
fn an_unedited_collection_gives_the_same_bytes() {
    for text in [
        "(;)",
        "(;FF[4]GM[1]SZ[19];B[pd];W[dp])",
        " mail header (see above)\n\n( ;\nFF [3] White[aa] [bb]\t[cc]\n(;B[aa]) \n (\n;W[bb](;B[cc])) ) \n\n(;XX[\\]\\\\])\n\x1a",
        "(;C[a(b;c)d[e];B[])",
        "(;b[aa];KTV2[x](;AB[aa:bb]))",
        "\u{feff}(;CA[UTF-8]C[é囲碁])",
    ] {
        let collection = parse(text).unwrap();
        assert_eq!(String::from_utf8(collection.to_bytes()).unwrap(), text);
        assert!(collection.warnings().is_empty());
    }
}

#[test]
fn the_tree_has_the_shape_of_the_brackets() {
    let collection = parse("(;A[];B[](;C[];D[])(;E[](;F[])(;G[])))(;H[])").unwrap();
    let mut shape = String::new();
    for &root in collection.roots() {
        let mut stack = vec![(root, 0)];
        while let Some((node, depth)) = stack.pop() {
            let name = collection.properties(node).next().unwrap().name().to_owned();
            shape += &format!("{name}{depth} ");
            let children: Vec<_> = collection.children(node).collect();
            assert!(children.iter().all(|&child| collection.parent(child) == Some(node)));
            stack.extend(children.into_iter().rev().map(|child| (child, depth + 1)));
        }
    }
    assert_eq!(shape, "A0 B1 C2 D3 E2 F3 G3 H0 ");
}

#[test]
fn old_names_are_known_by_their_capitals() {
    let collection = parse("(;White[aa]GaMe[1]b[cc]KTV[]C2[])").unwrap();
    let ids: Vec<_> = collection.properties(collection.roots()[0]).map(|property| property.id().into_owned()).collect();
    assert_eq!(ids, ["W", "GM", "B", "KTV", "C2"]);
}

#[test]
fn an_edit_touches_nothing_else() {
    let mut collection = parse("x (; FF[4] C [old]\n[two];B[aa]\n;W[bb] (;B[cc]) (;B[dd]) )\n").unwrap();
    let root = collection.roots()[0];
    collection.set_text(root, "C", "a]b");
    collection.set_text(root, "GN", "new");
    assert!(collection.remove_property(root, "FF"));
    assert!(!collection.remove_property(root, "FF"));
    let first = collection.children(root).next().unwrap();
    let variation = collection.add_node(Some(first));
    assert!(collection.set_raw(variation, "W", &[b"ee"]));
    assert!(!collection.set_raw(variation, "W", &[b"e]e"]));
    assert!(!collection.set_raw(variation, "w x", &[b"ee"]));
    assert_eq!(
        String::from_utf8(collection.to_bytes()).unwrap(),
        "x (; C[a\\]b]GN[new];B[aa](\n;W[bb] (;B[cc]) (;B[dd]))(;W[ee]) )\n"
    );
    collection.remove_node(first);
    assert_eq!(String::from_utf8(collection.to_bytes()).unwrap(), "x (; C[a\\]b]GN[new] )\n");
}

#[test]
fn a_new_collection_can_be_built_by_edits() {
    let mut collection = Collection::new();
    let root = collection.add_node(None);
    collection.set_text(root, "C", "é");
    let node = collection.add_node(Some(root));
    assert!(collection.set_raw(node, "B", &[b"aa"]));
    assert_eq!(collection.to_bytes(), "(;C[é];B[aa])".as_bytes());
}

#[test]
fn an_error_gives_line_column_and_what_was_expected() {
    let check = |text: &str, message: &str| {
        assert_eq!(parse(text).unwrap_err().to_string(), message, "{text:?}");
    };
    check("", "line 1, column 1: expected a game that begins with (;, found the end");
    check("no game", "line 1, column 8: expected a game that begins with (;, found the end");
    check("(", "line 1, column 2: expected ; after (, found the end");
    check("text\n(x)", "line 2, column 2: expected ; after (, found 'x'");
    check("(;C[é];\n\n;é)", "line 3, column 2: expected a property, ;, ( or ), found 'é'");
    check("(;B[aa]\n(;W[bb])\n;B[cc])", "line 3, column 1: expected ( or ) after a variation, found ';'");
    check("(;B[aa](;W[bb])C[x])", "line 1, column 16: expected ( or ) after a variation, found 'C'");
    check("(;B;W[bb])", "line 1, column 4: expected [ after the name of a property, found ';'");
    check("(;B[aa]\n;W[bb", "line 2, column 3: expected a ] that closes this value, found the end");
    check("(;B[aa]", "line 1, column 8: expected a ) that ends the game, found the end");
    check("(;B[aa]())", "line 1, column 9: expected ; after (, found ')'");
    check("(;B[aa]))", "line 1, column 9: expected another game or nothing more, found ')'");
}

#[test]
fn a_damaged_file_opens_up_to_the_damage() {
    let check = |text: &str, written: &str| {
        let collection = Collection::parse(text, &ReadOptions::RECOVER).unwrap();
        assert_eq!(String::from_utf8(collection.to_bytes()).unwrap(), written, "{text:?}");
        assert_eq!(collection.warnings().len(), 1, "{text:?}");
        assert!(parse(text).is_err());
        assert!(parse(written).is_ok());
    };
    check("(;B[aa];W[bb]", "(;B[aa];W[bb])");
    check("(;B[aa];W[bb", "(;B[aa];)");
    check("(;B[aa](;W[bb];B[cc", "(;B[aa](;W[bb];))");
    check("(;B[aa](;W[bb];B[cc](", "(;B[aa](;W[bb];B[cc]))");
    check("(;B[aa](;W[bb]) !! (;W[cc]))", "(;B[aa](;W[bb]))");
    check("(;B[aa]) !! (;W[cc])", "(;B[aa])");
    assert!(Collection::parse("nothing (at all", &ReadOptions::RECOVER).is_err());
}

#[test]
fn double_byte_characters_may_look_like_brackets() {
    // The second bytes of these are `]`, `\` and `[`.
    for (charset, text) in [(Charset::SHIFT_JIS, "ゾ表ー"), (Charset::BIG5, "歿功育"), (Charset::GB18030, "匼乗乕")]
    {
        let encoded = charset.encode(text);
        assert!(encoded.iter().filter(|byte| matches!(byte, b'[' | b'\\' | b']')).count() >= 2, "{text}");
        let mut bytes = format!("(;CA[{}]C[", charset.name()).into_bytes();
        bytes.extend_from_slice(&encoded);
        bytes.extend_from_slice(b"];B[aa])");
        let collection = parse(&bytes).unwrap();
        assert_eq!(collection.charset(), charset);
        assert_eq!(collection.to_bytes(), bytes);
        let comment = collection.property(collection.roots()[0], "C").unwrap().value();
        assert_eq!(comment.text(), text);
        assert!(!comment.is_garbled());
    }
}

#[test]
fn utf_16_is_read_and_written_back() {
    let mut bytes = vec![0xff, 0xfe];
    bytes.extend("(;CA[UTF-16]C[é囲])".encode_utf16().flat_map(u16::to_le_bytes));
    let collection = parse(&bytes).unwrap();
    assert_eq!(collection.property(collection.roots()[0], "C").unwrap().value().text(), "é囲");
    assert_eq!(collection.to_bytes(), bytes);
    assert_eq!(Games::new(&bytes, ReadOptions::default()).count(), 1);
}

#[test]
fn games_come_out_of_a_stream_however_it_is_cut() {
    let text = "mail (header)\n(;C[1])\n (;C[\\](2](;C[x])) \n\n(;CA[Shift_JIS]C[\u{1}";
    let mut bytes = text.as_bytes().to_vec();
    bytes.pop();
    bytes.extend_from_slice(&Charset::SHIFT_JIS.encode("ゾ"));
    bytes.extend_from_slice(b"])(;C[last])\n");
    let whole: Vec<_> = Games::new(&bytes, ReadOptions::default()).map(|game| game.unwrap().to_bytes()).collect();
    assert_eq!(whole.len(), 4);
    for size in 1..bytes.len() {
        let mut splitter = record::sgf::Splitter::new(ReadOptions::default());
        let mut games = Vec::new();
        for chunk in bytes.chunks(size) {
            splitter.feed(chunk);
            while let Some(game) = splitter.next_game() {
                games.push(game.unwrap().to_bytes());
            }
        }
        splitter.finish();
        while let Some(game) = splitter.next_game() {
            games.push(game.unwrap().to_bytes());
        }
        assert_eq!(games, whole, "in chunks of {size}");
    }
}

#[test]
fn a_stream_names_places_in_the_whole_file() {
    let text = "(;C[1])\n(;C[2])\n (;C[3]";
    let errors: Vec<_> = Games::new(text.as_bytes(), ReadOptions::default()).filter_map(Result::err).collect();
    assert_eq!(errors.len(), 1);
    assert_eq!(errors[0].to_string(), "line 3, column 8: expected a ) that ends the game, found the end");
    let recovered: Vec<_> = Games::new(text.as_bytes(), ReadOptions::RECOVER).map(Result::unwrap).collect();
    assert_eq!(recovered.len(), 3);
    let stray = Games::new(b"(;C[1])) (;C[2])", ReadOptions::default()).last().unwrap().unwrap_err();
    assert_eq!(stray.to_string(), "line 1, column 8: expected another game or nothing more, found ')'");
    assert_eq!(Games::new(b"(;C[1])) (;C[2])", ReadOptions::RECOVER).count(), 2);
    assert_eq!(Games::new(b"(;C[1])(", ReadOptions::RECOVER).count(), 1);
    assert!(Games::new(b"(;C[1])(", ReadOptions::default()).last().unwrap().is_err());
    assert!(Games::new(b"nothing", ReadOptions::RECOVER).next().unwrap().is_err());
}

#[test]
fn every_limit_is_held() {
    let check = |text: &str, limits: Limits, id: &str| {
        let options = ReadOptions { limits, ..ReadOptions::default() };
        assert_eq!(Collection::parse(text, &options).unwrap_err().id(), id);
        let error = Games::new(text.as_bytes(), options).find_map(Result::err).unwrap();
        assert_eq!(error.id(), id);
    };
    let limits = Limits::default();
    check("(;B[aa];W[bb])", Limits { bytes: 13, ..limits }, "record-limit-bytes");
    check("(;B[aa];W[bb])", Limits { nodes: 1, ..limits }, "record-limit-nodes");
    check("(;B[aa](;W[bb]))", Limits { depth: 1, ..limits }, "record-limit-depth");
    check("(;C[aaaa])", Limits { value_bytes: 3, ..limits }, "record-limit-value");
}
