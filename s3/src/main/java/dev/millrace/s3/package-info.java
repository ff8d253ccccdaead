/// Reading and listing S3-compatible storage.
///
/// No method accepts or returns null unless it is annotated `@Nullable`.
package dev.millrace.s3;
