package dev.millrace.bench.evidence;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// The ten taxes, in their order, and the gateway after them.
public final class Claims {
  static final List<Claim> ALL =
      Stream.of(TlsClaims.ALL, StoreClaims.ALL, TransferClaims.ALL)
          .flatMap(List::stream)
          .sorted(Comparator.comparingInt(Claim::number))
          .toList();

  private Claims() {}

  /// What a bench is asked for.
  public static List<Figure> figures(String bench) {
    return ALL.stream()
        .filter(claim -> claim.bench().equals(bench))
        .flatMap(claim -> claim.figures().stream())
        .toList();
  }
}
