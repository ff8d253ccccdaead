/// Handshakes, as states that take a message and return the state that comes next.
///
/// ```
/// client, TLS 1.3                                server, TLS 1.3
/// AwaitServerHello          <-+ (retry)          AwaitClientHello
/// AwaitEncryptedExtensions    |                  AwaitSecondClientHello     (retry)
/// AwaitCertificateOrRequest   |                  AwaitEndOfEarlyData        (early data)
/// AwaitServerCertificate      | without a PSK    AwaitClientCertificate     (if asked for)
/// AwaitServerCertificateVerify                   AwaitClientCertificateVerify
/// AwaitServerFinished                            AwaitClientFinished
/// ClientEstablished                              ServerEstablished
/// ```
///
/// Those of TLS 1.2 end in `12`, and start from the same first states. What a state does when it is
/// left has a class of its own where it is long: `ServerHelloTaken`, `ClientHelloTaken`,
/// `ServerFlight`. [dev.millrace.tls.handshake.Policy] is the configuration that all keep to,
/// [dev.millrace.tls.handshake.Application] what they ask of the program around them, and
/// [dev.millrace.tls.handshake.RecordLayer] what they do to records.
package dev.millrace.tls.handshake;
