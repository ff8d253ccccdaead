package dev.millrace.bench.tls.side;

import java.nio.ByteBuffer;
import javax.net.ssl.SSLException;

/// One connection of a contender after the other, each checked to come about in the way it should.
/// For one thread; another's are independent of these.
public final class Connections {
  /// Ports are chosen to decide what is resumed, and nobody listens at them. A client has forgotten
  /// a session by the time that its port comes around: it keeps 20,480.
  private static final int PORTS = 60_000;

  /// How much longer a flight may be than the one looked at: signatures and tickets vary. It is
  /// less than any certificate.
  private static final int VARIATION = 64;

  private final Contender contender;
  private final Terms terms;
  private final boolean resumed;
  private final Wire wire;
  private final int firstPort;
  private final int ports;
  private final Pair.Observer observer = this::check;
  private int count;
  private int longestFlight;

  /// @param thread which of the threads these are for, from 0
  /// @param threads how many share the contender
  public Connections(Contender contender, Terms terms, boolean resumed, int thread, int threads)
      throws SSLException {
    this.contender = contender;
    this.terms = terms;
    this.resumed = resumed;
    this.wire = Wire.of(contender);
    this.ports = resumed ? 1 : PORTS / threads;
    this.firstPort = 1 + thread * ports;
    if (resumed) {
      Pair first = next();
      first.begin();
      first.handshake(_ -> {});
      first.close();
    }
  }

  /// Two engines that have done nothing yet.
  public Pair next() {
    return new Pair(contender, wire, firstPort + count++ % ports);
  }

  /// Lets both engines make ready.
  public void begin(Pair pair) throws SSLException {
    pair.begin();
  }

  /// Goes through the handshake.
  ///
  /// @throws SSLException if it is of another kind than it should be
  public void handshake(Pair pair) throws SSLException {
    pair.handshake(observer);
  }

  /// An established connection.
  public Pair connect() throws SSLException {
    Pair pair = next();
    begin(pair);
    handshake(pair);
    return pair;
  }

  private void check(ByteBuffer flight) throws SSLException {
    if (longestFlight == 0) {
      ServerFlight seen = ServerFlight.parse(flight, terms.version());
      ServerFlight due = due();
      if (!seen.equals(due)) {
        throw new SSLException("the server answered %s instead of %s".formatted(seen, due));
      }
      longestFlight = flight.position() + VARIATION;
    }
    if (flight.position() > longestFlight) {
      throw new SSLException(
          "a server's flight of %d bytes, where %d were expected at most"
              .formatted(flight.position(), longestFlight));
    }
  }

  private ServerFlight due() {
    boolean exchanged = !resumed || terms.version() == Version.TLS_1_3;
    return new ServerFlight(
        terms.suite().code(terms.version()), exchanged ? terms.groups().code() : 0, resumed);
  }
}
