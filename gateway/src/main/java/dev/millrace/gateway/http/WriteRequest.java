package dev.millrace.gateway.http;

import dev.millrace.gateway.http.S3Error.Code;
import dev.millrace.gateway.origin.ObjectName;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A request that passes through to the origin, since it changes something there, or asks for what
/// only those need who do.
///
/// @param key empty where it is about the bucket
record WriteRequest(
    Operation operation, String bucket, String key, SequencedMap<String, String> query)
    implements S3Request {
  /// What a query may have of Signature Version 4. Other parameters that begin so stand in for
  /// headers.
  private static final Set<String> OF_SIGNATURES =
      Set.of(
          "x-amz-algorithm",
          "x-amz-content-sha256",
          "x-amz-credential",
          "x-amz-date",
          "x-amz-expires",
          "x-amz-security-token",
          "x-amz-signature",
          "x-amz-signedheaders");

  /// Reads a request.
  ///
  /// @return null for one that [S3Request#of] reads
  /// @throws S3Error if it would change something and is not understood
  static @Nullable WriteRequest of(String method, String rawPath, String rawQuery) throws S3Error {
    if (method.equals("HEAD")) {
      return null;
    }
    boolean isRead = method.equals("GET");
    if (!isRead && !Set.of("PUT", "POST", "DELETE").contains(method)) {
      throw S3Error.methodNotAllowed("GET, HEAD, PUT, POST, DELETE");
    }
    Target target = Target.of(rawPath, rawQuery);
    Optional<Operation> meant = meant(method, target);
    if (meant.isEmpty() && isRead) {
      return null;
    }
    Operation operation =
        meant.orElseThrow(
            () -> new S3Error(Code.NOT_IMPLEMENTED, "No such operation is served here."));
    requireUnderstood(operation, target, rawQuery);
    if (new ObjectName(target.bucket(), target.key()).hasDotSegment()) {
      throw new S3Error(
          Code.INVALID_ARGUMENT, "Nothing is written under a key with a segment . or .. in it.");
    }
    return new WriteRequest(operation, target.bucket(), target.key(), target.query());
  }

  /// Of those that it could be the one with the most parameters, so that UploadPart is no PutObject
  /// of which something is not understood.
  private static Optional<Operation> meant(String method, Target target) {
    return Arrays.stream(Operation.values())
        .filter(each -> each.isMeant(method, !target.key().isEmpty(), target.query().keySet()))
        .max(
            Comparator.comparingLong(
                each -> target.query().keySet().stream().filter(each::understands).count()));
  }

  private static void requireUnderstood(Operation operation, Target target, String rawQuery)
      throws S3Error {
    for (String name : target.query().keySet()) {
      if (!operation.understands(name)) {
        throw notServed(name);
      }
    }
    for (String name : QueryString.parse(rawQuery).keySet()) {
      String lower = name.toLowerCase(Locale.ROOT);
      if (lower.startsWith("x-amz-") && !OF_SIGNATURES.contains(lower)) {
        throw notServed(name);
      }
    }
  }

  private static S3Error notServed(String parameter) {
    return new S3Error(Code.NOT_IMPLEMENTED, "The parameter " + parameter + " is not served here.");
  }

  /// What all keys begin with that it is about: the key itself, if it is about one.
  String start() {
    return operation.isOfObject() ? key : query.getOrDefault("prefix", "");
  }
}
