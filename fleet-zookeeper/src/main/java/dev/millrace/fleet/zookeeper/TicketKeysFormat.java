package dev.millrace.fleet.zookeeper;

import dev.millrace.fleet.ticket.TicketKeySet;
import dev.millrace.fleet.ticket.Wrapping;
import java.io.IOException;
import java.util.Arrays;

/// Ticket keys under a wrapping.
record TicketKeysFormat(Wrapping wrapping) implements Format<TicketKeySet> {
  @Override
  public byte[] encode(TicketKeySet keys) throws IOException {
    byte[] plain = keys.encode();
    try {
      return wrapping.wrap(plain);
    } catch (IOException e) {
      throw new IOException("the ticket keys cannot be wrapped: " + e.getMessage(), e);
    } finally {
      Arrays.fill(plain, (byte) 0);
    }
  }

  @Override
  public TicketKeySet decode(byte[] stored) throws IOException {
    byte[] plain = {};
    try {
      plain = wrapping.unwrap(stored);
      return TicketKeySet.decode(plain);
    } catch (IOException | IllegalArgumentException e) {
      throw new IOException("the ticket keys cannot be unwrapped: " + e.getMessage(), e);
    } finally {
      Arrays.fill(plain, (byte) 0);
    }
  }

  @Override
  public long version(TicketKeySet keys) {
    return keys.version();
  }
}
