use plateau_core::{Player, change_side};

/// What a position is worth to Black: to one player throughout the tree, since in Go the same player may act twice (free
/// handicap stones).
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(crate) struct Worth {
    /// The chance to win, from −1 to 1.
    pub(crate) win: f32,
    /// The expected lead in points.
    pub(crate) lead: f32,
    /// What the search maximises.
    pub(crate) utility: f32,
}

/// How leads count beside winning.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Scale {
    /// The width of the board: a lead of so many points is a large one.
    pub(crate) width: f32,
    /// The lead of Black around which differences count most. In a game that is decided, as with many handicap stones, a
    /// point more is still better than a point less.
    pub(crate) centre: f32,
}

/// The weight of the margin beside that of winning. The network learned from games played with the same weight.
const MARGIN_WEIGHT: f32 = 0.2;

/// How far the centre goes from an even game towards the lead that is expected.
const CENTRE_SHARE: f32 = 0.75;

/// A deviation of the utility as one of the chance to win, from 0 to 1, as if nothing but winning were uncertain.
pub(crate) fn deviation_of_chance(of_utility: f32) -> f32 {
    of_utility / (2.0 * (1.0 - MARGIN_WEIGHT))
}

impl Scale {
    pub(crate) fn new(width: u8, expected_lead: f32) -> Scale {
        Scale { width: width as f32, centre: CENTRE_SHARE * expected_lead }
    }

    /// A chance from 0 to 1 and a lead, both seen by `player`, as Black sees them.
    pub(crate) fn worth(self, chance: f32, lead: f32, player: Player) -> Worth {
        let win = change_side(2.0 * chance - 1.0, player, Player::Black);
        let lead = change_side(lead, player, Player::Black);
        Worth { win, lead, utility: (1.0 - MARGIN_WEIGHT) * win + self.of_lead(lead) }
    }

    /// The part of the utility that a lead of Black makes.
    pub(crate) fn of_lead(self, lead: f32) -> f32 {
        MARGIN_WEIGHT * ((lead - self.centre) / self.width).tanh()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winning_comes_first_then_the_margin() {
        let scale = Scale::new(9, 0.0);
        let utility = |chance, lead| scale.worth(chance, lead, Player::Black).utility;
        assert!(utility(0.6, -20.0) > utility(0.2, 20.0));
        assert!(utility(0.6, 3.0) > utility(0.6, 2.0));
        let black = scale.worth(0.7, 4.0, Player::Black);
        let white = scale.worth(0.3, -4.0, Player::White);
        assert!((black.utility - white.utility).abs() < 1e-6 && (black.win - white.win).abs() < 1e-6);
        // Hopelessly behind, a point still counts.
        let far = Scale::new(9, -60.0);
        let gain = far.worth(0.01, -55.0, Player::Black).utility - far.worth(0.01, -60.0, Player::Black).utility;
        assert!(gain > 0.005, "{gain}");
    }
}
