/// Who asks a gateway, and what they may ask for.
///
/// A [dev.millrace.gateway.access.Directory] tells whose an access key or a certificate is, and
/// what its [dev.millrace.gateway.access.Identity] may do. [dev.millrace.gateway.access.AccessFile]
/// is one in a file; a gateway in a program of one's own can be given another.
package dev.millrace.gateway.access;
