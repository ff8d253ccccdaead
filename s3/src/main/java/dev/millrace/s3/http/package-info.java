/// HTTP/1.1 for clients (RFC 9110, RFC 9112): blocking, over pooled connections.
///
/// [dev.millrace.s3.http.HttpClient] is where to start. It makes one attempt at what it is asked:
/// nothing is retried, no redirect followed, no header changed. Retries, redirects and signatures
/// are the business of those who know what the request means.
///
/// A connection belongs to one exchange at a time, and an exchange to one thread at a time, but for
/// [dev.millrace.s3.http.Exchange#abort()], which any thread may call.
package dev.millrace.s3.http;
