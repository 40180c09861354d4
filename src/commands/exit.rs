//! What the process ends with.

/// All went well.
pub const FINE: u8 = 0;
/// What was checked is not right: something of `carhop doctor`, a transcript or session differs, a menu, a house or its rules have faults, too little was understood, a store lost or
/// doubled what it had acknowledged, a load was not answered as it should be.
pub const NOT_RIGHT: u8 = 1;
/// The command could not run: the port is taken, a file cannot be read, the service says no. (2 is a faulty command line.)
pub const CANNOT_RUN: u8 = 3;

/// The same for those who ask for help.
pub const CODES: &str = "Exit codes: 0 all went well; 1 what was checked is not right (something of `carhop doctor`, a transcript or session differs, \
a menu, a house or its rules have faults, too little was understood, a store lost something, a load was not answered as it should be); 2 the command line is faulty; 3 it could not run (the port is taken, a file cannot be read, the service says no or does not answer).";
