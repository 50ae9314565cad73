//! The rule language of grundy: one lexer and one parser for rule files and for positions typed by a user.
