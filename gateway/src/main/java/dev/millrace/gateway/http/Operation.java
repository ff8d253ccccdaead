package dev.millrace.gateway.http;

import dev.millrace.s3.Request.Method;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/// The operations of S3 that pass through to the origin, by what tells them from each other.
@SuppressWarnings("ImmutableEnumChecker") // Both sets are of Set.of.
enum Operation {
  PUT_OBJECT(Method.PUT, true, Set.of(), Set.of(), Body.DATA),
  UPLOAD_PART(Method.PUT, true, Set.of("partNumber", "uploadId"), Set.of(), Body.DATA),
  CREATE_MULTIPART_UPLOAD(Method.POST, true, Set.of("uploads"), Set.of(), Body.NONE),
  COMPLETE_MULTIPART_UPLOAD(Method.POST, true, Set.of("uploadId"), Set.of(), Body.DOCUMENT),
  ABORT_MULTIPART_UPLOAD(Method.DELETE, true, Set.of("uploadId"), Set.of(), Body.NONE),
  DELETE_OBJECT(Method.DELETE, true, Set.of(), Set.of(), Body.NONE),
  DELETE_OBJECTS(Method.POST, false, Set.of("delete"), Set.of(), Body.DOCUMENT),
  LIST_PARTS(
      Method.GET,
      true,
      Set.of("uploadId"),
      Set.of("max-parts", "part-number-marker", "encoding-type"),
      Body.NONE),
  LIST_MULTIPART_UPLOADS(
      Method.GET,
      false,
      Set.of("uploads"),
      Set.of(
          "prefix", "delimiter", "max-uploads", "key-marker", "upload-id-marker", "encoding-type"),
      Body.NONE);

  /// What comes along with a request.
  enum Body {
    NONE,
    /// Bytes of an object.
    DATA,
    /// XML.
    DOCUMENT
  }

  private final Method method;
  private final boolean isOfObject;
  private final Set<String> required;
  private final Set<String> optional;
  private final Body body;

  Operation(
      Method method, boolean isOfObject, Set<String> required, Set<String> optional, Body body) {
    this.method = method;
    this.isOfObject = isOfObject;
    this.required = required;
    this.optional = optional;
    this.body = body;
  }

  /// As S3 calls it.
  String s3Name() {
    return Arrays.stream(name().split("_"))
        .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
        .collect(Collectors.joining());
  }

  Method method() {
    return method;
  }

  Body body() {
    return body;
  }

  /// Whether it is about an object, or else about a bucket.
  boolean isOfObject() {
    return isOfObject;
  }

  /// Whether an object is another one afterwards, or gone.
  boolean changesObjects() {
    return switch (this) {
      case PUT_OBJECT, COMPLETE_MULTIPART_UPLOAD, DELETE_OBJECT, DELETE_OBJECTS -> true;
      case UPLOAD_PART,
          CREATE_MULTIPART_UPLOAD,
          ABORT_MULTIPART_UPLOAD,
          LIST_PARTS,
          LIST_MULTIPART_UPLOADS ->
          false;
    };
  }

  /// Whether a request with that method is this one, if all its `parameters` are understood.
  boolean isMeant(String method, boolean isOfObject, Set<String> parameters) {
    return this.method.name().equals(method)
        && this.isOfObject == isOfObject
        && parameters.containsAll(required);
  }

  boolean understands(String parameter) {
    return required.contains(parameter) || optional.contains(parameter);
  }
}
