//! Both languages say the same things: the same ids, with the same gaps.

use std::collections::{BTreeMap, BTreeSet};

use fluent_syntax::ast;
use words::{Lang, Words};

/// Every message id with the names of its gaps, found by reading the source again.
fn gaps_by_id(source: &str) -> BTreeMap<String, BTreeSet<String>> {
    let resource = fluent_syntax::parser::parse(source).expect("the file parses");
    let mut found = BTreeMap::new();
    for entry in &resource.body {
        if let ast::Entry::Message(message) = entry {
            let mut gaps = BTreeSet::new();
            collect_gaps(message.value.as_ref().expect("a message says something"), &mut gaps);
            assert!(found.insert(message.id.name.to_owned(), gaps).is_none(), "{} is there twice", message.id.name);
        }
    }
    found
}

fn collect_gaps(pattern: &ast::Pattern<&str>, gaps: &mut BTreeSet<String>) {
    for element in &pattern.elements {
        let ast::PatternElement::Placeable { expression } = element else { continue };
        match expression {
            ast::Expression::Inline(inline) => collect_inline(inline, gaps),
            ast::Expression::Select { selector, variants } => {
                collect_inline(selector, gaps);
                for variant in variants {
                    collect_gaps(&variant.value, gaps);
                }
            }
        }
    }
}

fn collect_inline(inline: &ast::InlineExpression<&str>, gaps: &mut BTreeSet<String>) {
    match inline {
        ast::InlineExpression::VariableReference { id } => drop(gaps.insert(id.name.to_owned())),
        ast::InlineExpression::FunctionReference { arguments, .. } => {
            arguments.positional.iter().for_each(|argument| collect_inline(argument, gaps));
        }
        _ => {}
    }
}

#[test]
fn every_id_exists_in_both_languages_with_the_same_gaps() {
    let english = gaps_by_id(include_str!("../locales/en.ftl"));
    let french = gaps_by_id(include_str!("../locales/fr.ftl"));
    assert!(english.len() > 20, "the files were read");
    assert_eq!(english, french);
}

#[test]
fn every_id_can_be_said() {
    for (lang, source) in [(Lang::En, include_str!("../locales/en.ftl")), (Lang::Fr, include_str!("../locales/fr.ftl"))]
    {
        let words = Words::new(lang);
        for (id, gaps) in gaps_by_id(source) {
            let args: Vec<_> = gaps.iter().map(|gap| (gap.as_str(), 2.into())).collect();
            let said = words.say(&id, &args);
            assert!(words.has(&id) && !said.is_empty() && !said.contains("{$"), "{lang} {id}: {said}");
        }
    }
}
