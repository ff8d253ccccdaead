/// Reading and listing S3-compatible storage.
///
/// [dev.millrace.s3.S3Client] is where to start. Every type here may be used by any number of
/// threads at once, but for the stream of a [dev.millrace.s3.ObjectBody], which belongs to one
/// thread at a time. No method accepts or returns null unless it is annotated `@Nullable`.
package dev.millrace.s3;
