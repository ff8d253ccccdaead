/// The record layer: from contents to records, and back.
///
/// [dev.millrace.tls.record.Records] delimits records in what was received.
/// [dev.millrace.tls.record.RecordSealer] and [dev.millrace.tls.record.RecordOpener] do one
/// direction each, under one key; behind them, `RecordProtection` is the family of layouts, and
/// `RecordAead` what numbers the records and makes their nonces.
/// [dev.millrace.tls.record.HandshakeJoiner] joins contents to handshake messages, and
/// [dev.millrace.tls.record.RecordBuffers] lends the arrays for all this.
///
/// All lengths are in bytes. Nothing here waits, does I/O, or may be used by several threads at
/// once, except the buffers.
package dev.millrace.tls.record;
