package dev.millrace.gateway.http;

import io.helidon.http.Headers;
import io.helidon.http.encoding.ContentDecoder;
import io.helidon.http.encoding.ContentEncoder;
import io.helidon.http.encoding.ContentEncodingContext;
import io.helidon.http.encoding.ContentEncodingContextConfig;

/// Lets bodies of any content coding pass as they are: how an object is coded is a matter between
/// those who write and those who read it. The HTTP server by itself refuses what it cannot decode.
record AnyCoding(ContentEncodingContext server) implements ContentEncodingContext {
  AnyCoding() {
    this(
        ContentEncodingContext.create(
            settings -> settings.contentEncodingsDiscoverServices(false)));
  }

  @Override
  public boolean contentDecodingEnabled() {
    return true;
  }

  @Override
  public boolean contentDecodingSupported(String coding) {
    return true;
  }

  @Override
  public ContentDecoder decoder(String coding) {
    return ContentDecoder.NO_OP;
  }

  @Override
  public boolean contentEncodingEnabled() {
    return server.contentEncodingEnabled();
  }

  @Override
  public boolean contentEncodingSupported(String coding) {
    return server.contentEncodingSupported(coding);
  }

  @Override
  public ContentEncoder encoder(String coding) {
    return server.encoder(coding);
  }

  @Override
  public ContentEncoder encoder(Headers headers) {
    return server.encoder(headers);
  }

  @Override
  public ContentEncodingContextConfig prototype() {
    return server.prototype();
  }
}
