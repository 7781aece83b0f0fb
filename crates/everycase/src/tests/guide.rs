//! The examples of the guide, as tests. The first chapter of the tutorial is the crate's page. Doc
//! tests leave out properties, which `tests/it/guide.rs` runs.

macro_rules! pages {
    ($($name:ident: $page:literal,)*) => {$(
        #[doc = include_str!(concat!("../../../../docs/guide/", $page))]
        struct $name;
    )*};
}

pages! {
    Faq: "faq.md",
    Inputs: "inputs.md",
    TutorialStrength: "tutorial-strength.md",
    Ci: "how-to/ci.md",
    Coverage: "how-to/coverage.md",
    Differential: "how-to/differential.md",
    Floats: "how-to/floats.md",
    FromArbitrary: "how-to/from-arbitrary.md",
    FromHegel: "how-to/from-hegel.md",
    FromProptest: "how-to/from-proptest.md",
    FromQuickcheck: "how-to/from-quickcheck.md",
    Invariants: "how-to/invariants.md",
    LargeInputs: "how-to/large-inputs.md",
    Metamorphic: "how-to/metamorphic.md",
    Miri: "how-to/miri.md",
    Model: "how-to/model.md",
    Nextest: "how-to/nextest.md",
    Operations: "how-to/operations.md",
    Recursion: "how-to/recursion.md",
    RoundTrip: "how-to/round-trip.md",
    Text: "how-to/text.md",
    UnoptimisedBuilds: "how-to/unoptimised-builds.md",
}
