//! How an entered king wins, in the words of Shogi programs.

use komadai_rules::{Declaration, ImpasseCredit};

/// A value of the USI option `EnteringKingRule`.
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
    /// Its name.
    pub name: &'static str,
    /// Whether and how a king is declared.
    pub declaration: Declaration,
    /// What counts for the giver of a handicap: the men it removed where the name ends in H.
    pub credit: ImpasseCredit,
}

impl EnteringKingRule {
    /// `CSARule27`, which Shogi programs expect of an engine that says nothing else.
    pub const CSA_27: Self = Self::new("CSARule27", Declaration::Csa27, ImpasseCredit::None);

    /// All there are.
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

    /// The rule of this name, in capitals or not.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find(|rule| rule.name.eq_ignore_ascii_case(name))
    }
}
