package dev.millrace.bench.tls.probe;

import dev.millrace.bench.harness.Crew;
import dev.millrace.bench.tls.side.Connections;
import dev.millrace.bench.tls.side.Contender;
import dev.millrace.bench.tls.side.Kind;
import dev.millrace.bench.tls.side.Side;
import dev.millrace.bench.tls.side.Terms;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;

/// [Load.Handshake]: rounds of connecting and closing, in one thread or several.
final class HandshakeProbe implements Probe {
  private final Kind kind;
  private final Set<Contender> contenders = new LinkedHashSet<>();
  private final List<Connections> connections = new ArrayList<>();
  private final Crew crew;

  private HandshakeProbe(Load.Handshake load) {
    kind = load.kind();
    crew = new Crew(load.threads());
  }

  static HandshakeProbe open(Side side, Path folder, Load.Handshake load)
      throws IOException, GeneralSecurityException {
    HandshakeProbe probe = new HandshakeProbe(load);
    Terms terms = load.kind().terms(load.groups());
    Contender shared = side.contender(folder, terms);
    for (int thread = 0; thread < load.threads(); thread++) {
      Contender contender =
          switch (load.contexts()) {
            case SHARED -> shared;
            case OWN -> side.contender(folder, terms);
          };
      probe.contenders.add(contender);
      probe.connections.add(
          new Connections(contender, terms, load.kind().resumed(), thread, load.threads()));
    }
    return probe;
  }

  @Override
  public Answer run(long nanos) throws IOException, InterruptedException {
    Validations validations = new Validations(contenders, kind.resumed());
    List<Meter> meters = crew.run(work(nanos));
    long rounds = meters.stream().mapToLong(Meter::count).sum();
    validations.check(rounds);
    return new Answer(
        Map.of(
            Answer.RATE,
            meters.stream().mapToDouble(Meter::perSecond).sum(),
            Answer.MICROS,
            meters.stream().mapToDouble(Meter::micros).average().orElseThrow(),
            Answer.BYTES,
            (double) meters.stream().mapToLong(Meter::bytes).sum() / rounds));
  }

  private List<Callable<Meter>> work(long nanos) {
    return connections.stream()
        .<Callable<Meter>>map(own -> () -> Meter.run(nanos, () -> own.connect().close()))
        .toList();
  }
}
