import org.jspecify.annotations.NullMarked;

/// Reading and listing S3.
@NullMarked
@SuppressWarnings("module") // S3 is the name of the service
module dev.millrace.s3 {
  requires static transitive org.jspecify;
  requires com.fasterxml.jackson.core;
  requires transitive java.xml;

  exports dev.millrace.s3;
  exports dev.millrace.s3.checksum;
  exports dev.millrace.s3.credentials;
  exports dev.millrace.s3.http;
  exports dev.millrace.s3.retry;
  exports dev.millrace.s3.sign;
  exports dev.millrace.s3.transfer;
  exports dev.millrace.s3.xml;
}
