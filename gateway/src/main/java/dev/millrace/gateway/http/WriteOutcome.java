package dev.millrace.gateway.http;

import dev.millrace.gateway.http.S3Error.Code;
import dev.millrace.gateway.json.JsonLine;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What came of a request that writes, for the audit log: a failure until it is known. Used by one
/// thread.
final class WriteOutcome {
  private @Nullable S3Error error =
      new S3Error(Code.INTERNAL_ERROR, "It was not brought to an end.");
  private List<String> keys = List.of();
  private List<String> refusedKeys = List.of();

  /// The origin has done it, or as much of it as the asker may.
  void isDone() {
    error = null;
  }

  void isFailure(S3Error error) {
    this.error = error;
  }

  /// Which objects are to be deleted.
  ///
  /// @param keys that the origin is asked to delete
  /// @param refused that the asker may not delete
  void isAbout(List<String> keys, List<String> refused) {
    this.keys = keys;
    this.refusedKeys = refused;
  }

  String word() {
    if (error == null) {
      return keys.isEmpty() && !refusedKeys.isEmpty() ? "refused" : "done";
    }
    // What the origin says no to has a cause.
    return error.status() == 403 && error.getCause() == null ? "refused" : "failed";
  }

  void addTo(JsonLine entry) {
    if (!keys.isEmpty()) {
      entry.addTexts("keys", keys);
    }
    if (!refusedKeys.isEmpty()) {
      entry.addTexts("refusedKeys", refusedKeys);
    }
    if (error != null) {
      entry.add("code", error.code()).add("status", error.status());
    }
  }
}
