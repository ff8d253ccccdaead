/// Signing of requests to S3, and verification of signatures: AWS Signature Version 4, in headers
/// and in presigned URLs.
///
/// [dev.millrace.s3.sign.SigV4] signs what is put to it as a
/// [dev.millrace.s3.sign.UnsignedRequest], at the time of a [dev.millrace.s3.sign.SigningClock].
/// Whether a bucket is addressed in the path or in the host is for the caller to decide: both are
/// signed as they are given. A server reads the [dev.millrace.s3.sign.SignatureClaim] of a
/// [dev.millrace.s3.sign.ReceivedRequest], and has the [dev.millrace.s3.sign.SigV4Verifier] of the
/// secret verify it. Every type here may be used by any number of threads at once.
///
/// Source: Amazon S3 API Reference, "Authenticating Requests (AWS Signature Version 4)".
package dev.millrace.s3.sign;
