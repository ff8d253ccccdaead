/// What sessions are resumed by: tickets that hold a session or name one, the keys that seal them,
/// and the stores that sessions are kept in, of a server and of a client.
package dev.millrace.tls.resumption;
