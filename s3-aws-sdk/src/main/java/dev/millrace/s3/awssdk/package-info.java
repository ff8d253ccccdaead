/// HTTP clients for AWS SDK for Java 2, over the connections of [dev.millrace.s3.http].
///
/// [dev.millrace.s3.awssdk.MillraceHttpClient] is for the SDK's blocking clients,
/// [dev.millrace.s3.awssdk.MillraceAsyncHttpClient] for its asynchronous ones. Both send what they
/// are given, once: the SDK signs requests and decides on retries.
package dev.millrace.s3.awssdk;
