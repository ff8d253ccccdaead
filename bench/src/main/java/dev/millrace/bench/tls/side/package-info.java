/// Whose TLS is measured: a [dev.millrace.bench.tls.side.Side] makes a
/// [dev.millrace.bench.tls.side.Contender], whose engines a [dev.millrace.bench.tls.side.Pair]
/// connects in memory, and a [dev.millrace.bench.tls.side.Connections] makes one after the other
/// and sees to it that each handshake is of the kind it should be.
package dev.millrace.bench.tls.side;
