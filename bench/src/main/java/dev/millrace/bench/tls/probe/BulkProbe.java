package dev.millrace.bench.tls.probe;

import dev.millrace.bench.tls.side.Connections;
import dev.millrace.bench.tls.side.Pair;
import dev.millrace.bench.tls.side.Side;
import dev.millrace.bench.tls.side.Terms;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.concurrent.ThreadLocalRandom;
import javax.net.ssl.SSLException;

/// [Load.Bulk]: 16 KB from the client to the server of an established connection, again and again,
/// all in one thread.
final class BulkProbe {
  private static final int PAYLOAD = 1 << 14;

  /// For as many records as a side makes of it.
  private static final int ROOM = 4 * PAYLOAD;

  private final Pair pair;
  private final ByteBuffer payload;
  private final ByteBuffer records;
  private final ByteBuffer received;

  private BulkProbe(Pair pair, Buffers buffers) {
    this.pair = pair;
    payload = buffers.allocate(PAYLOAD);
    records = buffers.allocate(ROOM);
    received = buffers.allocate(ROOM);
    byte[] random = new byte[PAYLOAD];
    ThreadLocalRandom.current().nextBytes(random);
    payload.put(random);
  }

  static Probe open(Side side, Path folder, Load.Bulk load)
      throws IOException, GeneralSecurityException {
    Terms terms = load.terms();
    Connections connections = new Connections(side.contender(folder, terms), terms, false, 0, 1);
    BulkProbe probe = new BulkProbe(connections.connect(), load.buffers());
    probe.transfer();
    if (!probe.received.flip().equals(probe.payload.rewind())) {
      throw new IOException("what was received is not what was sent");
    }
    return nanos -> Throughput.answer(Meter.run(nanos, probe::transfer), PAYLOAD);
  }

  private void transfer() throws SSLException {
    payload.rewind();
    records.clear();
    received.clear();
    while (payload.hasRemaining()) {
      pair.client().wrap(payload, records);
    }
    records.flip();
    while (records.hasRemaining() || received.position() < PAYLOAD) {
      pair.server().unwrap(records, received);
    }
  }
}
