package dev.millrace.bench.s3.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.millrace.bench.process.Workbench;
import dev.millrace.bench.s3.link.Laboratory.Findings;
import dev.millrace.bench.s3.link.client.Side;
import dev.millrace.bench.s3.link.client.Upload;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Each side, in its JVM, through the link from a server of S3: the laboratory itself compares the
/// bytes.
@Timeout(180)
class LaboratoryTest {
  private static final List<LinkCase> CASES =
      List.of(
          new LinkCase(Upload.PARTS, 2), new LinkCase(Upload.PUT, 2), new LinkCase(Upload.PUT, 1));
  private static final long SIZE = 20_000_001;

  @Test
  void every_side_downloads_the_object_and_none_sooner_than_the_link_lets_it() throws Exception {
    Optional<Path> server = Origin.program();
    if (server.isEmpty()) {
      abort("versitygw, which objects are downloaded from, is not installed");
      return;
    }
    try (Workbench workbench = Workbench.open()) {
      Origin origin = Origin.start(workbench, server.get(), SIZE);
      try (Link link = Link.to(workbench, "link", origin.port())) {
        Pace pace = new Pace(1, SIZE, CASES);
        Laboratory laboratory = new Laboratory(workbench, link, origin.content(), pace);
        for (LinkCase one : pace.cases()) {
          Findings findings = laboratory.measure(one);
          for (Side side : one.sides()) {
            double least = (double) SIZE / one.connections() / Link.TERMS.bytesPerSecond();
            assertThat(findings.rounds().spread(side, Sample::seconds).min()).isGreaterThan(least);
            assertThat(Objects.requireNonNull(findings.growth().get(side)).peak()).isPositive();
          }
        }
      }
    }
  }
}
