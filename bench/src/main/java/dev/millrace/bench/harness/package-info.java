/// What every bench is made of: a [dev.millrace.bench.harness.Bench] measures ours and its peers in
/// interleaved [dev.millrace.bench.harness.Rounds] and hands each
/// [dev.millrace.bench.harness.BenchResult] to a [dev.millrace.bench.harness.BenchReport].
package dev.millrace.bench.harness;
