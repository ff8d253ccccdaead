/// Handshake messages, one file each. Reading checks all syntax; whether the values are acceptable
/// is for the states of the handshake. What ends in `12` exists in TLS 1.2 alone, or has another
/// form there.
package dev.millrace.tls.message;
