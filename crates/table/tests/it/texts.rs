use table::AnyTable;

#[test]
fn a_set_up_reads_and_writes_the_same() {
    for text in [
        "game othello\nblack human\tAda\nwhite random\tMachine\nclock none\n",
        "game aligne4\nvariant gift-squares\nblack human\t\nwhite level:3\tM\nclock 5m+3s\n",
        "game go\nsize 13\nscoring territory\nko simple\nsuicide no\nkomi 0.5\ncompensation none\neverything-alive no\n\
         handicap fixed:4\nblack human\tAda Lovelace\nwhite engine:gnugo --mode gtp\tGNU Go\nclock 10m+5x30s\n",
        "game othello\nblack human\t\nwhite human\t\nclock none\n\
         start ---------------------------OX------XO--------------------------- X\n",
    ] {
        let table: AnyTable = text.parse().unwrap_or_else(|why| panic!("{text}: {why:?}"));
        assert_eq!(table.setup().to_string(), text);
    }
}

#[test]
fn a_damaged_set_up_is_refused() {
    for (text, id) in [
        ("", "error-column-end"),
        ("game chess\n", "error-column"),
        ("game go\nsize 99\n", "error-column"),
        ("game go\nsize 10\nhandicap fixed:4\n", "go-handicap-no-star-points"),
        ("game go\ncolour red\n", "error-column"),
        ("game othello\nblack nobody\tX\n", "error-column"),
        ("game othello\nstart nonsense\n", "error-column"),
        ("game aligne4\nvariant martian\n", "error-column"),
        ("game go\nclock soon\n", "error-column"),
    ] {
        let refusal = text.parse::<AnyTable>().expect_err(text);
        assert_eq!(refusal.id, id, "{text}");
    }
}

#[test]
fn a_rule_set_can_be_named_and_is_written_part_by_part() {
    let table: AnyTable = "game go\nsize 9\nrules japanese\n".parse().expect("a rule set");
    let text = table.setup().to_string();
    assert!(text.contains("scoring territory\nko simple\nsuicide no\nkomi 6.5\n"), "{text}");
    assert!("game go\nrules martian\n".parse::<AnyTable>().is_err());
}
