package dev.millrace.bench.placement.probe;

import dev.millrace.bench.placement.side.Placing;
import dev.millrace.bench.placement.side.Side;
import dev.millrace.fleet.Tier;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// The program of a JVM that one side has to itself: reads lines of what to do and answers each
/// with a [Timing] or a [Fallback], until no line follows.
///
/// What goes wrong ends it, with the reason as the last line of the error stream.
public final class PlacingJvm {
  /// How many keys are placed on how many nodes as time is taken.
  public static final int KEYS = 10_000;

  public static final int NODES = 18;

  /// Which keys these are.
  public static final Keys KIND = Keys.PATH;

  /// The tiers where fallbacks are looked at, and how many keys are placed on both.
  public static final int MAIN_NODES = 8;

  public static final int AUXILIARY_NODES = 4;
  public static final int KEYS_OF_BOTH = 100_000;

  private PlacingJvm() {}

  /// What is to be said for a [Timing].
  public static String timing(int repetitions) {
    return "timing " + repetitions;
  }

  /// What is to be said for a [Fallback].
  ///
  /// @param main by which side keys are placed on the main tier
  /// @param hash the tier whose hash places on the auxiliary one
  public static String fallback(Keys keys, Side main, Tier hash) {
    return "fallback " + keys + " " + main + " " + hash;
  }

  /// @param arguments the side
  static void main(String[] arguments) {
    PrintStream answers = System.out;
    // Whatever else writes there does not answer.
    System.setOut(System.err);
    try {
      serve(Side.valueOf(arguments[0]), answers);
    } catch (Exception | LinkageError | OutOfMemoryError e) {
      e.printStackTrace();
      System.err.println(e);
      System.exit(1);
    }
  }

  private static void serve(Side side, PrintStream answers) throws IOException {
    Placing placing = side.on(Tier.MAIN, NODES);
    List<char[]> keys = KIND.of(KEYS).stream().map(String::toCharArray).toList();
    BufferedReader questions =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = questions.readLine(); line != null; line = questions.readLine()) {
      String[] question = line.split(" ", 4);
      answers.println(
          question[0].equals("timing")
              ? Timing.of(placing, keys, Integer.parseInt(question[1])).line()
              : Fallback.of(
                      Side.valueOf(question[2]).on(Tier.MAIN, MAIN_NODES),
                      MAIN_NODES,
                      side.on(Tier.AUXILIARY, AUXILIARY_NODES, Tier.valueOf(question[3])),
                      side.weights(AUXILIARY_NODES),
                      Keys.valueOf(question[1]).of(KEYS_OF_BOTH))
                  .line());
      answers.flush();
    }
  }
}
