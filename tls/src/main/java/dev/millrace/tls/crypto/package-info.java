/// The cryptography that TLS is made of, all of it borrowed from the JCA.
/// [dev.millrace.tls.crypto.CryptoServices] knows which provider does what;
/// [dev.millrace.tls.crypto.LocalKeyShare] and [dev.millrace.tls.crypto.KeyShareAnswer] are the two
/// sides of a key exchange, and [dev.millrace.tls.crypto.Signatures] makes and checks the
/// signatures over handshakes.
package dev.millrace.tls.crypto;
