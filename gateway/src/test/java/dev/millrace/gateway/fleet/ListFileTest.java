package dev.millrace.gateway.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.fleet.Members;
import dev.millrace.gateway.TestGateway;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The list of a fleet that an operator has a node look at.
@Timeout(60)
class ListFileTest {
  @TempDir private Path folder;

  @Test
  void it_holds_at_once_and_who_asked_for_that_hears_what_came_of_it() throws Exception {
    try (CountingOrigin origin = new CountingOrigin(1);
        TestFleet fleet = new TestFleet(folder, origin, 1, 0)) {
      String token = TestGateway.token(folder).toString();
      TestGateway gateway = fleet.start("gw-1", "admin-port", "0", "admin-token", token);
      write(fleet, 2);
      assertThat(gateway.operate("/reload").statusCode()).isEqualTo(200);
      assertThat(fleet.report("gw-1")).contains("1 node, epoch 2");
      write(fleet, 1);
      HttpResponse<String> refused = gateway.operate("/reload");
      assertThat(refused.statusCode()).isEqualTo(422);
      assertThat(refused.body())
          .contains("fleet-members: as it was: ", "epoch 1 is not larger than 2");
      write(fleet, 2);
      assertThat(gateway.operate("/reload").body()).contains("fleet-members: unchanged");
    }
  }

  private static void write(TestFleet fleet, long epoch) throws IOException {
    Files.writeString(fleet.list(), new Members(epoch, fleet.members().nodes()).toString());
  }
}
