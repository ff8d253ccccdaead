package dev.millrace.gateway.command;

import java.util.concurrent.Callable;

/// A subcommand of `millrace` that another module brings, found as a service: a picocli command
/// whose call returns the exit status.
public interface Subcommand extends Callable<Integer> {}
