/// The algorithms by which certificates are compressed (RFC 8879).
package dev.millrace.tls.compression;
