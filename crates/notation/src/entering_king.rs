//! Values of the USI option `EnteringKingRule`.

use komadai_rules::{Declaration, ImpasseCredit};

/// Value of the USI option `EnteringKingRule`: the rule by which a player declares a win with an
/// entered king.
///
/// The values are YaneuraOu's, except `TryRule` and its variants, which no rule set here has.
///
/// ```
/// use komadai_notation::EnteringKingRule;
/// use komadai_rules::{Declaration, ImpasseCredit};
/// let rule = EnteringKingRule::from_name("csarule27h").unwrap();
/// assert_eq!(rule.name, "CSARule27H");
/// assert_eq!((rule.declaration, rule.credit), (Declaration::Csa27, ImpasseCredit::Uwate));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EnteringKingRule {
    /// The option's value.
    pub name: &'static str,
    /// The declaration rule.
    pub declaration: Declaration,
    /// Credit for the pieces removed by a handicap: given to Uwate in the rules whose name ends in
    /// H.
    pub credit: ImpasseCredit,
}

impl EnteringKingRule {
    /// `CSARule27`, the default of USI engines.
    pub const CSA_27: Self = Self::new("CSARule27", Declaration::Csa27, ImpasseCredit::None);

    /// All values.
    pub const ALL: [Self; 5] = [
        Self::new("NoEnteringKing", Declaration::Off, ImpasseCredit::None),
        Self::new("CSARule24", Declaration::Jsa24, ImpasseCredit::None),
        Self::new("CSARule24H", Declaration::Jsa24, ImpasseCredit::Uwate),
        Self::CSA_27,
        Self::new("CSARule27H", Declaration::Csa27, ImpasseCredit::Uwate),
    ];

    const fn new(name: &'static str, declaration: Declaration, credit: ImpasseCredit) -> Self {
        Self {
            name,
            declaration,
            credit,
        }
    }

    /// The value with this name, ASCII case ignored.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find(|rule| rule.name.eq_ignore_ascii_case(name))
    }
}
