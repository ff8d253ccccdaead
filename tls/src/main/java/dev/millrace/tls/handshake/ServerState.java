package dev.millrace.tls.handshake;

import dev.millrace.tls.failure.TlsFailure;

/// The states of a server.
public sealed interface ServerState extends State
    permits AwaitClientHello,
        AwaitSecondClientHello,
        AwaitEndOfEarlyData,
        AwaitClientCertificate,
        AwaitClientCertificateVerify,
        AwaitClientFinished,
        ServerEstablished,
        AwaitClientCertificate12,
        AwaitClientKeyExchange12,
        AwaitClientCertificateVerify12,
        AwaitClientChangeCipherSpec12,
        AwaitClientFinished12,
        ServerEstablished12 {

  @Override
  ServerState on(Received received) throws TlsFailure;
}
