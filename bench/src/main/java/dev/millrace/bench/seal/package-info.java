/// The bench `seal`: compressing and encrypting in one call, beside either alone, one pass beside
/// two, and from end to end beside the way of files.
///
/// The story is told in [dev.millrace.bench.seal.SealBench].
@NullMarked
package dev.millrace.bench.seal;

import org.jspecify.annotations.NullMarked;
