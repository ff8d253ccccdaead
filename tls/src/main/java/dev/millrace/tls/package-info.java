/// A JSSE provider with its own TLS 1.3 and 1.2.
///
/// [dev.millrace.tls.MillraceProvider] is the provider, and all that an application needs that
/// knows JSSE. [dev.millrace.tls.TlsConfig] configures what JSSE has no words for; its hooks are
/// small interfaces here.
///
/// No method takes or returns null unless it says so.
package dev.millrace.tls;
