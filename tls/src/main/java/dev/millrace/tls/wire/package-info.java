/// The presentation language of TLS (RFC 8446, section 3), and the code points that stand for its
/// versions, suites, groups and schemes.
package dev.millrace.tls.wire;
