package dev.millrace.fleet.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.fleet.Members;
import java.io.IOException;

/// The list of a fleet as its text.
record MembersFormat() implements Format<Members> {
  @Override
  public byte[] encode(Members members) {
    return members.toString().getBytes(UTF_8);
  }

  @Override
  public Members decode(byte[] stored) throws IOException {
    try {
      return Members.parse(new String(stored, UTF_8));
    } catch (IllegalArgumentException e) {
      throw new IOException("what is stored is no list of nodes: " + e.getMessage(), e);
    }
  }

  @Override
  public long version(Members members) {
    return members.epoch();
  }
}
