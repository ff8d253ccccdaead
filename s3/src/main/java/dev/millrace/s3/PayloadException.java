package dev.millrace.s3;

import java.io.IOException;

/// What a request was to carry could not be had from where it comes. The service has got less of it
/// than was announced, and so nothing.
public class PayloadException extends IOException {
  private static final long serialVersionUID = 1;

  public PayloadException(String message, Throwable cause) {
    super(message, cause);
  }
}
