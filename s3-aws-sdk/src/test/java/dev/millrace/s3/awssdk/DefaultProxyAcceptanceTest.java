package dev.millrace.s3.awssdk;

import java.net.ConnectException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Nested;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.http.proxy.HttpClientDefaultProxyConfigTestSuite;

/// The SDK's own tests of proxies that nobody configures but the system.
class DefaultProxyAcceptanceTest {
  @Nested
  class Blocking extends HttpClientDefaultProxyConfigTestSuite {
    @Override
    protected boolean isSyncClient() {
      return true;
    }

    @Override
    protected SdkAsyncHttpClient createHttpClientWithDefaultProxy() {
      return MillraceAsyncHttpClient.create();
    }

    @Override
    protected SdkHttpClient createSyncHttpClientWithDefaultProxy() {
      return MillraceHttpClient.create();
    }

    @Override
    protected Class<? extends Exception> getProxyFailedExceptionType() {
      return ConnectException.class;
    }

    @Override
    protected Class<? extends Exception> getProxyFailedCauseExceptionType() {
      return ConnectException.class;
    }
  }

  @Nested
  class Async extends Blocking {
    @Override
    protected boolean isSyncClient() {
      return false;
    }

    @Override
    protected Class<? extends Exception> getProxyFailedExceptionType() {
      return ExecutionException.class;
    }
  }
}
