package dev.millrace.conformance.exchange;

import dev.millrace.conformance.flag.Flag;
import dev.millrace.conformance.flag.ShimArguments;
import dev.millrace.conformance.flag.ShimOptions;
import dev.millrace.conformance.flag.Unimplemented;
import dev.millrace.conformance.stack.Stack;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;

/// The shim of BoringSSL's tests: makes the connections that a test wants, one after the other.
///
/// Safe for use by several threads, each with a test of its own.
public final class Shim {
  private static final int SUCCEEDED = 0;
  private static final int FAILED = 1;
  private static final int UNIMPLEMENTED = 89;

  private static final Set<Flag> RENEGOTIATION =
      Set.of(Flag.RENEGOTIATE_ONCE, Flag.RENEGOTIATE_FREELY, Flag.RENEGOTIATE_EXPLICIT);

  private final Supplier<Stack> stacks;
  private final ConcurrentMap<String, Integer> lacking = new ConcurrentHashMap<>();

  /// @param stacks makes the implementation under test anew for each test
  public Shim(Supplier<Stack> stacks) {
    this.stacks = stacks;
  }

  /// Runs a test. An interrupt of the thread ends it as a failure.
  ///
  /// @param arguments those of the shim
  public Answer run(List<String> arguments) {
    try {
      ShimArguments parsed = ShimArguments.parse(arguments);
      if (parsed.initial().has(Flag.IS_HANDSHAKER_SUPPORTED)) {
        return new Answer(SUCCEEDED, "No\n", "");
      }
      return connect(parsed);
    } catch (Unimplemented e) {
      lacking.merge(e.getMessage(), 1, Integer::sum);
      return new Answer(UNIMPLEMENTED, "", "not implemented: " + e.getMessage() + "\n");
    }
  }

  /// What tests have asked for that is not there, with how many did.
  public Map<String, Integer> lacking() {
    return Map.copyOf(lacking);
  }

  private Answer connect(ShimArguments arguments) {
    Stack stack = stacks.get();
    int connections = 1 + arguments.initial().number(Flag.RESUME_COUNT, 0);
    for (int i = 0; i < connections; i++) {
      try {
        connect(stack, arguments, i > 0);
      } catch (Unimplemented e) {
        throw e;
      } catch (ExpectationFailed e) {
        return new Answer(FAILED, "", e.getMessage() + "\n");
      } catch (IOException | GeneralSecurityException | RuntimeException e) {
        return new Answer(FAILED, "", FailureText.of(e) + "\n");
      }
    }
    return new Answer(SUCCEEDED, "", "");
  }

  private static void connect(Stack stack, ShimArguments arguments, boolean resumes)
      throws IOException, GeneralSecurityException, ExpectationFailed {
    ShimOptions options = resumes ? arguments.resume() : arguments.initial();
    var endpoint = stack.open(options);
    try (var wire = Wire.connect(options)) {
      var channel = new TlsChannel(endpoint.engine(), wire);
      new Exchange(options, arguments.retry(), resumes, endpoint, channel).run();
    } catch (SSLException e) {
      if (agreesToRenegotiate(options) && FailureText.isRenegotiationRefused(e)) {
        throw new Unimplemented("renegotiation");
      }
      throw e;
    }
  }

  /// Whether a request for renegotiation would be followed, or ignored where that is all there is
  /// to be done: in a connection that is shut down.
  private static boolean agreesToRenegotiate(ShimOptions options) {
    return options.has(Flag.RENEGOTIATE_IGNORE)
        || (!options.has(Flag.SHIM_SHUTS_DOWN)
            && RENEGOTIATION.stream().anyMatch(flag -> options.has(flag)));
  }

  /// What a shim leaves behind.
  ///
  /// @param status the exit status: 0, 1, or 89 if the test is to be skipped
  /// @param out what it prints
  /// @param err what it prints to standard error
  public record Answer(int status, String out, String err) {}
}
