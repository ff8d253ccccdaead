/// Why a connection cannot go on. [dev.millrace.tls.failure.TlsFailure] is the one family; its
/// reasons are [dev.millrace.tls.failure.Misbehaviour] and
/// [dev.millrace.tls.failure.Incompatibility], tables of a reason, the alert for it and a sentence
/// for people: the only place where a failure is mapped to its alert.
package dev.millrace.tls.failure;
