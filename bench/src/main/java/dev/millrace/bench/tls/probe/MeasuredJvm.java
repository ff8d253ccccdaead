package dev.millrace.bench.tls.probe;

import dev.millrace.bench.tls.side.Side;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The program of a JVM that one side has to itself: reads lines of milliseconds and a load, and
/// answers each with a line of figures, until no line follows.
///
/// What goes wrong ends it, with the reason as the last line of the error stream.
public final class MeasuredJvm {
  private final Side side;
  private final Path folder;
  private final @Nullable Path recordings;
  private final Map<Load, Probe> probes = new HashMap<>();

  private MeasuredJvm(Side side, Path folder, @Nullable Path recordings) {
    this.side = side;
    this.folder = folder;
    this.recordings = recordings;
  }

  /// What is to be said for a round of a load.
  public static String question(Load load, long millis) {
    return millis + " " + load.line();
  }

  /// @param arguments the side, the folder with the certificates, and that for recordings, if any
  static void main(String[] arguments) {
    PrintStream answers = System.out;
    // Whatever else writes there does not answer.
    System.setOut(System.err);
    try {
      Side side = Side.valueOf(arguments[0]);
      side.prepare();
      Path recordings = arguments.length > 2 ? Path.of(arguments[2]) : null;
      new MeasuredJvm(side, Path.of(arguments[1]), recordings).serve(answers);
    } catch (Exception | LinkageError e) {
      e.printStackTrace();
      System.err.println(e);
      System.exit(1);
    }
  }

  private void serve(PrintStream answers)
      throws IOException, GeneralSecurityException, InterruptedException {
    BufferedReader questions =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = questions.readLine(); line != null; line = questions.readLine()) {
      String[] question = line.split(" ", 2);
      Load load = Load.parse(question[1]);
      Probe probe = probes.get(load);
      if (probe == null) {
        probe = open(load);
        probes.put(load, probe);
      }
      long nanos = TimeUnit.MILLISECONDS.toNanos(Long.parseLong(question[0]));
      answers.println(probe.run(nanos).line());
      answers.flush();
    }
  }

  private Probe open(Load load) throws IOException, GeneralSecurityException {
    return switch (load) {
      case Load.Handshake handshake -> HandshakeProbe.open(side, folder, handshake);
      case Load.RawOperations raw -> RawOperations.open(side, folder, raw);
      case Load.Fresh fresh -> FreshProbe.open(side, folder, fresh);
      case Load.Start start -> StartProbe.open(side, folder, start);
      case Load.Stages stages -> StagesProbe.open(side, folder, stages);
      case Load.CloseProfile profile -> CloseProfile.open(side, folder, profile, recordings);
      case Load.Bulk bulk -> BulkProbe.open(side, folder, bulk);
      case Load.RawCipher cipher -> CipherProbe.open(cipher);
      case Load.Memory memory ->
          switch (memory.ends()) {
            case ENGINES -> EngineMemory.open(side, folder, memory);
            case SOCKETS -> SocketMemory.open(side, folder, memory);
          };
      case Load.Serve serve -> Server.open(side, folder, serve);
      case Load.Requests requests -> Requests.open(side, folder, requests);
    };
  }
}
