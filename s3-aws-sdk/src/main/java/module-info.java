import dev.millrace.s3.awssdk.MillraceAsyncHttpService;
import dev.millrace.s3.awssdk.MillraceHttpService;
import org.jspecify.annotations.NullMarked;
import software.amazon.awssdk.http.SdkHttpService;
import software.amazon.awssdk.http.async.SdkAsyncHttpService;

/// HTTP clients for AWS SDK for Java 2.
@NullMarked
@SuppressWarnings("module") // S3 is the name of the service
module dev.millrace.s3.awssdk {
  requires static transitive org.jspecify;
  requires transitive dev.millrace.s3;
  requires org.reactivestreams;
  requires transitive software.amazon.awssdk.http;
  requires software.amazon.awssdk.metrics;
  requires transitive software.amazon.awssdk.utils;

  exports dev.millrace.s3.awssdk;

  provides SdkHttpService with
      MillraceHttpService;
  provides SdkAsyncHttpService with
      MillraceAsyncHttpService;
}
