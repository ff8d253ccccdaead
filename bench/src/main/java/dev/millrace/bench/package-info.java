/// `millrace bench`: the command, and the list of the benches it knows.
///
/// - [dev.millrace.bench.harness] is what every bench is made of: results, spread, output.
/// - [dev.millrace.bench.process] starts, watches and stops the programs that a bench needs.
/// - [dev.millrace.bench.nginx] is a server that more than one bench needs.
/// - [dev.millrace.bench.evidence] has benches say together what is left of the known problems.
/// - [dev.millrace.bench.gateway], [dev.millrace.bench.s3], [dev.millrace.bench.cache],
///   [dev.millrace.bench.store] and [dev.millrace.bench.tls] are benches.
///
/// No method of these packages accepts or returns null unless it is annotated `@Nullable`.
package dev.millrace.bench;
