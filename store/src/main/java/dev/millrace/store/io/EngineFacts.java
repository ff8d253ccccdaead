package dev.millrace.store.io;

import java.util.List;
import java.util.Optional;

/// Which engine works, for people to read.
///
/// @param name `io_uring` or `positional`
/// @param refusal why io_uring does not work; nothing where it does, or was not wanted
/// @param features what is in use, and what was tried in vain with the reason, in no set form
public record EngineFacts(String name, Optional<String> refusal, List<String> features) {
  public EngineFacts {
    features = List.copyOf(features);
  }
}
