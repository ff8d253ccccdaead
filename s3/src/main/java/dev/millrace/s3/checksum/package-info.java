/// Whether what was downloaded is what was stored.
///
/// A service says in headers what an object adds up to:
/// [dev.millrace.s3.checksum.PromisedChecksum]. Whoever reads the object adds up what arrives in a
/// [dev.millrace.s3.checksum.RunningChecksum]. The CRCs of parts that were read side by side are
/// joined to that of the whole: [dev.millrace.s3.checksum.Crc#then].
///
/// Source: Amazon S3 User Guide, "Checking object integrity in Amazon S3".
package dev.millrace.s3.checksum;
