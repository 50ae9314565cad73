//! An independent checker of period certificates: it shares no code with the solvers and depends on nothing.
