/// The Huffman-table experiment: compression that encrypts its code tables and nothing else, what
/// that saves, and how to read it without the key. **It protects nothing, and nothing outside the
/// benches can reach it.** `docs/huffman-tables.md` tells the whole of it.
///
/// [dev.millrace.bench.seal.experiment.TableSealing] is the scheme,
/// [dev.millrace.bench.seal.experiment.Measurement] what it costs.
/// [dev.millrace.bench.seal.experiment.KnownPlaintextAttack],
/// [dev.millrace.bench.seal.experiment.RepeatedTables] and
/// [dev.millrace.bench.seal.experiment.Fingerprint] are three attacks on it. Malformed input is a
/// `java.util.zip.DataFormatException` everywhere.
package dev.millrace.bench.seal.experiment;
