package dev.millrace.tls.handshake;

import dev.millrace.tls.failure.TlsFailure;

/// The states of a client.
public sealed interface ClientState extends State
    permits AwaitServerHello,
        AwaitEncryptedExtensions,
        AwaitCertificateOrRequest,
        AwaitServerCertificate,
        AwaitServerCertificateVerify,
        AwaitServerFinished,
        ClientEstablished,
        AwaitServerCertificate12,
        AwaitServerKeyExchange12,
        AwaitServerHelloDone12,
        AwaitServerChangeCipherSpec12,
        AwaitServerFinished12,
        ClientEstablished12 {

  @Override
  ClientState on(Received received) throws TlsFailure;
}
