package dev.millrace.conformance.flag;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/// The arguments of the shim, for one test.
///
/// @param initial what is asked of the first connection
/// @param resume what is asked of those that follow
/// @param retry what is asked of a connection that goes on after its early data was rejected
public record ShimArguments(ShimOptions initial, ShimOptions resume, ShimOptions retry) {

  /// Parses arguments. Those for a handshaker have no effect.
  ///
  /// @throws Unimplemented if a flag is not known, or known not to be supported
  public static ShimArguments parse(List<String> arguments) {
    var initial = new Draft();
    var resume = new Draft();
    var retry = new Draft();
    for (Iterator<String> rest = arguments.iterator(); rest.hasNext(); ) {
      var name = new FlagName(rest.next());
      boolean forHandshaker = name.startedWith("-on-handshaker");
      if (!forHandshaker) {
        name.startedWith("-on-shim");
      }
      List<Draft> drafts =
          name.startedWith("-on-initial")
              ? List.of(initial)
              : name.startedWith("-on-resume")
                  ? List.of(resume)
                  : name.startedWith("-on-retry")
                      ? List.of(retry)
                      : List.of(initial, resume, retry);
      Flag flag = known(name.rest);
      String value = flag.takesValue() ? valueOf(flag, rest) : "";
      if (!forHandshaker) {
        drafts.forEach(draft -> draft.add(flag, value));
      }
    }
    return new ShimArguments(initial.options(), resume.options(), retry.options());
  }

  private static Flag known(String name) {
    Flag flag = Flag.ofName(name);
    if (flag == null || flag.treatment() == Treatment.UNIMPLEMENTED) {
      throw new Unimplemented(name);
    }
    return flag;
  }

  private static String valueOf(Flag flag, Iterator<String> rest) {
    if (!rest.hasNext()) {
      throw new IllegalArgumentException(flag.flagName() + " needs a value");
    }
    return rest.next();
  }

  /// The name of a flag, from which prefixes can be taken.
  private static final class FlagName {
    private String rest;

    FlagName(String name) {
      this.rest = name;
    }

    /// Whether there was this prefix, which is gone now.
    boolean startedWith(String prefix) {
      boolean found = rest.startsWith(prefix + "-");
      if (found) {
        rest = rest.substring(prefix.length());
      }
      return found;
    }
  }

  /// Options in the making.
  private static final class Draft {
    private final Map<Flag, List<String>> given = new EnumMap<>(Flag.class);
    private final List<Map<Flag, List<String>>> credentials = new ArrayList<>();

    void add(Flag flag, String value) {
      if (flag.opensCredential()) {
        credentials.add(new EnumMap<>(Flag.class));
      }
      boolean ofCredential =
          flag.opensCredential() || (flag.describesCredential() && !credentials.isEmpty());
      var target = ofCredential ? credentials.getLast() : given;
      target.computeIfAbsent(flag, _ -> new ArrayList<>()).add(value);
    }

    ShimOptions options() {
      return new ShimOptions(new Given(given), credentials.stream().map(Given::new).toList());
    }
  }
}
