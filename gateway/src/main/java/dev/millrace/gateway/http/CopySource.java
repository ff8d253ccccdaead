package dev.millrace.gateway.http;

import dev.millrace.gateway.http.S3Error.Code;
import dev.millrace.gateway.origin.ObjectName;
import dev.millrace.s3.sign.UriEncoding;

/// What CopyObject and UploadPartCopy take the bytes from.
record CopySource(ObjectName object) {
  static final String HEADER = "x-amz-copy-source";

  /// Reads `BUCKET/KEY`, with or without a slash before it, percent-encoded.
  static CopySource of(String header) throws S3Error {
    if (header.contains("?")) {
      throw new S3Error(Code.NOT_IMPLEMENTED, "Copies are made of the present version only.");
    }
    String source = PercentEncoding.decode(header);
    int start = source.startsWith("/") ? 1 : 0;
    int slash = source.indexOf('/', start);
    if (slash < 0 || slash == source.length() - 1) {
      throw new S3Error(
          Code.INVALID_ARGUMENT, "Copy Source must mention the source bucket and key.");
    }
    ObjectName object = new ObjectName(source.substring(start, slash), source.substring(slash + 1));
    if (object.hasDotSegment()) {
      throw new S3Error(Code.NO_SUCH_KEY, "The specified key does not exist.");
    }
    return new CopySource(object);
  }

  /// As the origin is to be told.
  String header() {
    return "/" + object.bucket() + "/" + UriEncoding.path(object.key());
  }
}
