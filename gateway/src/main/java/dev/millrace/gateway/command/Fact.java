package dev.millrace.gateway.command;

/// A line of what `millrace doctor` tells.
record Fact(String name, String value) {}
