package dev.millrace.bench.seal;

import dev.millrace.bench.harness.Bench;
import dev.millrace.bench.harness.BenchOptions;
import dev.millrace.bench.harness.BenchReport;
import dev.millrace.bench.harness.BenchResult;
import dev.millrace.bench.harness.Better;
import dev.millrace.bench.harness.Rounds;
import dev.millrace.bench.harness.Spread;
import dev.millrace.bench.process.Workbench;
import dev.millrace.bench.seal.BlockWork.Step;
import dev.millrace.bench.seal.Delivery.Way;
import dev.millrace.bench.seal.experiment.Measurement;
import dev.millrace.bench.seal.experiment.Measurement.Work;
import dev.millrace.seal.Compression;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// What it costs to encrypt beside compressing, and what it saves to do both at once.
///
/// - **blocks**: sealing and opening, beside compressing and decompressing alone by the same
///   library at the same level;
/// - **passes**: one pass over a buffer larger than most last caches, beside two;
/// - **delivery**: a file from one end of a TLS connection to the other, beside the way by files;
/// - **ranges**: 4 KB out of a sealed file;
/// - **tables**: the experiment of encrypting Huffman tables alone, beside encrypting all.
public final class SealBench implements Bench {
  private static final String NAME = "seal";
  private static final long SEED = 42;
  private static final int MIB = 1 << 20;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "compressing and encrypting in one call, MB/s beside compressing alone; one pass, two";
  }

  @Override
  public void run(BenchOptions options, BenchReport report)
      throws IOException, InterruptedException {
    report.note("seed:    " + SEED + "; all in this JVM, each side in turns, in one thread");
    blocks(options, report);
    passes(options, report);
    tables(options, report);
    try (Workbench workbench = Workbench.open()) {
      delivery(options, workbench, report);
      ranges(options, workbench, report);
    }
  }

  private static void blocks(BenchOptions options, BenchReport report)
      throws IOException, InterruptedException {
    warmUp();
    List<BlockCase> few = BlockCase.of(List.of());
    List<BlockCase> all = BlockCase.of(List.of("zstd:3", "zstd:9", "lz4"));
    for (BlockCase each : options.choose(few, all, BlockCase::words)) {
      blocks(each, options.quick(), report);
    }
  }

  /// The JDK's ciphers are slow before they are compiled, which takes thousands of segments.
  private static void warmUp() throws IOException, InterruptedException {
    try (BlockWork work = new BlockCase(Corpus.RANDOM, MIB, "zstd:1", false).work(4 * MIB)) {
      Rounds<Step, Double> _ = Rounds.interleaved(200, List.of(Step.SEAL, Step.OPEN), work::run);
    }
  }

  private record BlockCase(Corpus corpus, int blockSize, String compression, boolean offHeap) {
    /// Of each content, in blocks of either size: by zstd at its first level in either place, and
    /// by others in arrays.
    static List<BlockCase> of(List<String> others) {
      List<BlockCase> all = new ArrayList<>();
      for (Corpus corpus : Corpus.values()) {
        for (int blockSize : List.of(64 << 10, MIB)) {
          all.add(new BlockCase(corpus, blockSize, "zstd:1", false));
          all.add(new BlockCase(corpus, blockSize, "zstd:1", true));
          others.forEach(other -> all.add(new BlockCase(corpus, blockSize, other, false)));
        }
      }
      return all;
    }

    /// How the words of its results begin; the ratio is not known before.
    Stream<String> words() {
      return Stream.of("op=seal ", "op=open ").map(word -> word + this + " ratio=");
    }

    BlockWork work(int size) throws IOException {
      byte[] bytes = corpus.bytes(size, SEED);
      return new BlockWork(bytes, blockSize, Compression.parse(compression), offHeap);
    }

    @Override
    public String toString() {
      String place = offHeap ? "off-heap" : "array";
      return "corpus=%s block=%dKiB in=%s with=%s"
          .formatted(corpus, blockSize >> 10, place, compression);
    }
  }

  private static void blocks(BlockCase each, boolean quick, BenchReport report)
      throws IOException, InterruptedException {
    report.progress("measuring " + each);
    try (BlockWork work = each.work((quick ? 4 : 8) * MIB)) {
      work.warmUp();
      List<Step> steps = List.of(Step.values());
      Rounds<Step, Double> _ = Rounds.interleaved(quick ? 5 : 10, steps, work::run);
      Rounds<Step, Double> rounds = Rounds.interleaved(quick ? 5 : 15, steps, work::run);
      String words = each + " ratio=%.2f".formatted(work.ratio());
      report.result(result("op=seal " + words, Step.SEAL, "compress", Step.COMPRESS, rounds));
      report.result(
          beside(
              "op=seal " + words,
              rounds.spread(Step.SEAL, x -> x),
              "compress,encrypt",
              oneAfterTheOther(rounds, Step.COMPRESS, Step.ENCRYPT)));
      report.result(result("op=open " + words, Step.OPEN, "decompress", Step.DECOMPRESS, rounds));
      report.result(
          beside(
              "op=open " + words,
              rounds.spread(Step.OPEN, x -> x),
              "decrypt,decompress",
              oneAfterTheOther(rounds, Step.DECRYPT, Step.DECOMPRESS)));
    }
  }

  /// What sealing or opening could reach if nothing were around the library and the cipher.
  private static Spread oneAfterTheOther(Rounds<Step, Double> rounds, Step first, Step second) {
    List<Double> firsts = rounds.samples().getOrDefault(first, List.of());
    List<Double> seconds = rounds.samples().getOrDefault(second, List.of());
    return Spread.of(
        IntStream.range(0, firsts.size())
            .mapToDouble(i -> 1 / (1 / firsts.get(i) + 1 / seconds.get(i)))
            .toArray());
  }

  private static void passes(BenchOptions options, BenchReport report)
      throws IOException, InterruptedException {
    boolean quick = options.quick();
    int size = (quick ? 64 : 96) * MIB;
    for (Corpus corpus : List.of(Corpus.JSON, Corpus.RANDOM)) {
      String words = "op=seal corpus=%s buffer=%dMiB".formatted(corpus, size / MIB);
      if (!options.wants(words)) {
        continue;
      }
      report.progress("measuring one pass beside two over " + corpus);
      try (Passes passes = new Passes(corpus.bytes(size, SEED))) {
        Rounds<Boolean, Double> rounds =
            Rounds.interleaved(
                quick ? 4 : 12, List.of(true, false), isOne -> isOne ? passes.one() : passes.two());
        report.result(result(words, true, "two-passes", false, rounds));
      }
    }
  }

  private static void tables(BenchOptions options, BenchReport report)
      throws IOException, InterruptedException {
    boolean quick = options.quick();
    for (Corpus corpus : Corpus.values()) {
      if (!options.wants("op=tables corpus=%s encrypted=".formatted(corpus))) {
        continue;
      }
      report.progress("sealing the Huffman tables of " + corpus);
      Measurement tables =
          Measurement.of(
              corpus.bytes(MIB, SEED), quick ? 3 : 9, Duration.ofMillis(quick ? 100 : 500));
      String words =
          "op=tables corpus=%s encrypted=%.2f%% most-to-save=%.2f%%"
              .formatted(corpus, 100 * tables.encryptedShare(), 100 * tables.mostToSave());
      report.result(
          perByte(
              words,
              tables.of(Work.COMPRESS_AND_ENCRYPT_TABLES),
              "encrypt-all",
              tables.of(Work.COMPRESS_AND_ENCRYPT_ALL)));
      report.result(
          perByte(
              "op=take-apart corpus=" + corpus,
              tables.of(Work.TAKE_APART),
              "encrypt-all-alone",
              tables.of(Work.ENCRYPT_ALL)));
    }
  }

  private static BenchResult perByte(String words, Spread ours, String peer, Spread theirs) {
    return new BenchResult(NAME, words, "ns/byte", Better.LOWER, ours, peer, theirs);
  }

  private static void delivery(BenchOptions options, Workbench workbench, BenchReport report)
      throws IOException, InterruptedException {
    boolean quick = options.quick();
    int size = (quick ? 16 : 64) * MIB;
    for (Corpus corpus : quick ? List.of(Corpus.JSON) : List.of(Corpus.values())) {
      String words = "op=deliver corpus=%s size=%dMiB".formatted(corpus, size / MIB);
      if (!options.wants(words)) {
        continue;
      }
      report.progress("delivering " + corpus);
      Path folder = Files.createDirectory(workbench.folder().resolve(corpus.toString()));
      try (Delivery delivery = new Delivery(folder, corpus.bytes(size, SEED))) {
        List<Way> ways = List.of(Way.values());
        Rounds<Way, Double> _ = Rounds.interleaved(2, ways, delivery::millis);
        Rounds<Way, Double> rounds = Rounds.interleaved(quick ? 3 : 7, ways, delivery::millis);
        for (Way peer : List.of(Way.GZIP_6, Way.GZIP_1)) {
          report.result(
              new BenchResult(
                  NAME,
                  words,
                  "ms",
                  Better.LOWER,
                  rounds.spread(Way.SEALED, x -> x),
                  peer.name().toLowerCase(Locale.ROOT).replace("_", "-") + "-files",
                  rounds.spread(peer, x -> x)));
        }
      } catch (GeneralSecurityException e) {
        throw new IOException(e);
      }
    }
  }

  private static void ranges(BenchOptions options, Workbench workbench, BenchReport report)
      throws IOException, InterruptedException {
    boolean quick = options.quick();
    long size = (quick ? 128L : 1024L) * MIB;
    String words = "op=read-4KB file=%dMiB reader=".formatted(size / MIB);
    if (!options.wants(words)) {
      return;
    }
    report.progress("sealing %d MiB, and reading 4 KB of it".formatted(size / MIB));
    byte[] content = Corpus.JSON.bytes(32 * MIB, SEED);
    try (RangeReads reads = new RangeReads(workbench.folder().resolve("big"), content, size)) {
      List<RangeReads.Way> ways = List.of(RangeReads.Way.values());
      Rounds<RangeReads.Way, Double> _ = Rounds.interleaved(10, ways, reads::p99);
      Rounds<RangeReads.Way, Double> rounds = Rounds.interleaved(quick ? 5 : 15, ways, reads::p99);
      for (RangeReads.Way way : List.of(RangeReads.Way.OPENING, RangeReads.Way.OPEN)) {
        report.result(
            new BenchResult(
                NAME,
                words + (way == RangeReads.Way.OPEN ? "open" : "new"),
                "us,p99",
                Better.LOWER,
                rounds.spread(way, x -> x),
                "plain-file",
                rounds.spread(RangeReads.Way.PLAIN, x -> x)));
      }
    }
  }

  private static <A> BenchResult result(
      String words, A ours, String peer, A theirs, Rounds<A, Double> rounds) {
    return beside(words, rounds.spread(ours, x -> x), peer, rounds.spread(theirs, x -> x));
  }

  private static BenchResult beside(String words, Spread ours, String peer, Spread theirs) {
    return new BenchResult(NAME, words, "MB/s", Better.HIGHER, ours, peer, theirs);
  }
}
