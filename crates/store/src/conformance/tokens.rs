//! What lets programs play.

use super::Handle;
use crate::Token;

pub(super) fn token(name: &str, owner: &str) -> Token {
    let [name, owner] = [name, owner].map(str::to_owned);
    Token { hash: format!("hash of {name}"), scopes: "bot:play challenge:write".to_owned(), made_ms: 7, name, owner }
}

pub(super) fn tokens_are_kept_found_and_taken_away(open: &dyn Fn() -> Handle) {
    let store = &*open();
    let [zeta, alpha, other] = [token("zeta", "Ada"), token("alpha", "Ada"), token("beta", "Bob")];
    for token in [&zeta, &alpha, &other] {
        assert_eq!(store.add_token(token, 2), Ok(true), "{token:?}");
        assert_eq!(store.token(&token.hash), Ok(Some(token.clone())));
        assert_eq!(store.token_named(&token.name), Ok(Some(token.clone())));
    }
    assert_eq!(store.add_token(&token("gamma", "Ada"), 2), Ok(false), "as many as there may be");
    let same_hash = Token { hash: zeta.hash.clone(), ..token("delta", "Bob") };
    for taken in [token("zeta", "Bob"), same_hash] {
        assert_eq!(store.add_token(&taken, 9), Ok(false), "{taken:?}");
    }
    assert_eq!(store.tokens("Ada"), Ok(vec![alpha, zeta.clone()]), "by name, and no more");
    for (owner, count) in [("Bob", 1), ("ada", 0), ("", 0)] {
        assert_eq!(store.tokens(owner).map(|tokens| tokens.len()), Ok(count), "{owner}");
    }
    for unknown in ["", "zeta", "ZETA", "hash of Zeta", "' OR 1=1"] {
        assert_eq!(store.token(unknown), Ok(None), "{unknown}");
    }
    assert_eq!((store.token_named("Zeta"), store.token_named("gamma")), (Ok(None), Ok(None)));

    assert_eq!(store.drop_token("Bob", "zeta"), Ok(false), "another's");
    assert_eq!(store.token(&zeta.hash), Ok(Some(zeta.clone())));
    assert_eq!((store.drop_token("Ada", "zeta"), store.drop_token("Ada", "zeta")), (Ok(true), Ok(false)));
    assert_eq!((store.token(&zeta.hash), store.token_named("zeta")), (Ok(None), Ok(None)));
    assert_eq!(store.add_token(&token("zeta", "Bob"), 2), Ok(true), "the name is free again");
}
