/// The interfaces of JSSE over [dev.millrace.tls.connection.Connection].
///
/// `ContextSpi` is what the provider makes; what its connections share is in `TlsContext`, with
/// `PolicyCompiler` for what is configured. `TlsEngine` and `TlsSocket` are thin: their settings
/// are `Settings`, what they have in common is `ConnectionEnd`, and what differs is
/// `EngineProtocol`, which waits for nothing, and `SocketProtocol`, which waits for the network.
/// `ConnectionApplication` answers what the handshake asks. `SslExceptions` is where failures
/// become exceptions.
package dev.millrace.tls.jsse;
