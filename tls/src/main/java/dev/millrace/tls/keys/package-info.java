/// The secrets of a connection, and how each is derived from the ones before.
///
/// In TLS 1.3 the stages of the key schedule are types, beginning with
/// [dev.millrace.tls.keys.EarlySecret]; in TLS 1.2 all keys come from one
/// [dev.millrace.tls.keys.MasterSecret12]. What is bound to the messages of the handshake takes
/// their hash from a [dev.millrace.tls.keys.Transcript].
///
/// Whatever holds a secret redacts its text and is zeroed when closed. What is handed out as a
/// `byte[]` is the caller's own to zero; what is taken as a [dev.millrace.tls.crypto.Secret] stays
/// the caller's, unless the method says that it is zeroed.
package dev.millrace.tls.keys;
