package dev.millrace.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.gateway.TestGateway;
import dev.millrace.gateway.fleet.CountingOrigin;
import dev.millrace.gateway.fleet.TestFleet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The page of a node of a fleet with an SSD, under load. With the tests that are long, keeps the
/// pictures of it that are in the documentation.
@Timeout(300)
class WebPageFleetTest {
  private static final String[] FOLDERS = {"models/2026-11", "logs/2026/11/21", "thumbnails"};
  private static final int MOST_BYTES = 150_000;

  @TempDir private Path folder;

  @Test
  void a_node_shows_its_fleet_its_queues_and_what_is_asked_for() throws Exception {
    look(browser -> {
      browser.await("#fleet-said", "4 nodes, epoch 1, as this one sees them");
      assertThat(browser.at("#fleet-table").getText())
          .contains("gw-1", "this node", "aux-1", "auxiliary")
          .doesNotContain("127.0.0.");
      unlock(browser);
      browser.await("#fleet-table", "127.0.0.2:");
      browser.await("#top-table", "shard-0");
      browser.await("#hits-table", "another node");
      browser.await("#tiers", "SSD: ");
      assertThat(browser.at("#fleet-ring svg").getAccessibleName()).contains("gw-2: ");
      assertThat(browser.at("#queues svg").getAccessibleName()).startsWith("core by core: ");
      awaitPoints(browser, 3);
      assertThat(browser.complaints()).isEmpty();
    });
  }

  @Test
  @Tag("long")
  void pictures_of_it_are_small() throws Exception {
    look(browser -> {
      unlock(browser);
      awaitPoints(browser, 20);
      browser.show(1280, 900, "light");
      browser.keepPicture("page-light.png");
      browser.show(1280, 900, "dark");
      browser.keepPicture("page-dark.png");
      browser.show(360, 740, "light");
      browser.keepPicture("page-phone.png");
      for (String name : new String[] {"page-light.png", "page-dark.png", "page-phone.png"}) {
        assertThat(Files.size(Path.of("target", "screenshots", name))).isLessThan(MOST_BYTES);
      }
    });
  }

  /// What is done with the page of a node that is asked for objects.
  private interface Look {
    void at(Browser browser) throws IOException;
  }

  private void look(Look look) throws Exception {
    try (Browser browser = Browser.start();
        CountingOrigin origin = new CountingOrigin(300_000);
        TestFleet fleet = new TestFleet(folder, origin, 3, 1)) {
      for (String other : List.of("gw-2", "gw-3", "aux-1")) {
        fleet.start(other);
      }
      TestGateway node =
          fleet.start(
              "gw-1",
              "admin-port",
              "0",
              "admin-token",
              TestGateway.token(folder).toString(),
              "ssd-folder",
              folder.resolve("ssd").toString(),
              "ssd-size",
              "64MiB");
      fleet.awaitAnswers("gw-1");
      Thread clients = Thread.ofVirtual().start(() -> ask(node));
      try {
        browser.open(node.adminUrl("/"));
        look.at(browser);
      } finally {
        clients.interrupt();
        clients.join();
      }
    }
  }

  private static void unlock(Browser browser) {
    browser.type("#token", TestGateway.TOKEN);
    browser.click("#unlock button");
  }

  /// Waits until a line of the chart has more points than that.
  private static void awaitPoints(Browser browser, int count) {
    browser.awaitTruth(
        "document.querySelector('#requests-chart path').getAttribute('d').split('L').length > "
            + count);
  }

  /// Asks for few objects often and for many seldom, more at some times than at others, until it is
  /// interrupted.
  private static void ask(TestGateway node) {
    SplittableRandom random = new SplittableRandom(1);
    try {
      for (int i = 0; !Thread.currentThread().isInterrupted(); i++) {
        double often = random.nextDouble();
        int shard = (int) (200 * often * often * often * often);
        String key = FOLDERS[shard % FOLDERS.length] + "/shard-%04d".formatted(shard);
        node.get("/mill/" + key);
        LockSupport.parkNanos((long) (8_000_000 * (1.5 + Math.sin(i / 90.0))));
      }
    } catch (InterruptedException _) {
      // The page has been seen.
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
