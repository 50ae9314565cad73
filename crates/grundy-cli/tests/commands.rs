//! The README's commands and the transcripts of tests/cmd, run as a user would.

#[test]
fn the_readme_is_true() {
    trycmd::TestCases::new().case("README.md").env("NO_COLOR", "1");
}

#[test]
fn transcripts() {
    trycmd::TestCases::new().case("tests/cmd/*.trycmd").case("tests/cmd/*.toml").env("NO_COLOR", "1");
}
