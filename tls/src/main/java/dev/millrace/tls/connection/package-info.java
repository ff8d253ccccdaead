/// A connection without its transport: [dev.millrace.tls.connection.Connection] puts records and
/// handshake together. Bytes in, bytes out; nothing here waits.
package dev.millrace.tls.connection;
