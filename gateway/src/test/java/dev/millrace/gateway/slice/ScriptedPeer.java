package dev.millrace.gateway.slice;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;

/// A peer that gives one answer after another.
final class ScriptedPeer implements Peer {
  private final boolean isThere;
  private final Queue<Answer> answers;
  private final List<Integer> asked = Collections.synchronizedList(new ArrayList<>());
  private volatile boolean isAvailable = true;

  /// What a peer does when it is asked for `length` bytes of the object from `offset` on.
  interface Answer {
    InputStream open(int offset, int length) throws IOException;
  }

  /// @param isThere what it says when it is asked whether it is there
  ScriptedPeer(boolean isThere, Answer... answers) {
    this.isThere = isThere;
    this.answers = new ArrayDeque<>(List.of(answers));
  }

  /// From where on slices were asked for.
  List<Integer> asked() {
    return asked;
  }

  boolean isAvailable() {
    return isAvailable;
  }

  @Override
  public String name() {
    return "scripted";
  }

  @Override
  public InputStream open(SliceKey key, int size, int length, int from) throws IOException {
    asked.add(from);
    return next().open((int) key.index() * size + from, length - from);
  }

  private synchronized Answer next() {
    return answers.remove();
  }

  @Override
  public boolean answers() {
    isAvailable = isThere;
    return isThere;
  }

  /// A stream that is held up before its first byte.
  static final class HeldStream extends FilterInputStream {
    private final Hold hold;
    private boolean isHeld = true;

    interface Hold {
      void run() throws IOException;
    }

    HeldStream(Hold hold, InputStream in) {
      super(in);
      this.hold = hold;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      if (isHeld) {
        hold.run();
        isHeld = false;
      }
      return super.read(bytes, offset, length);
    }
  }

  /// A stream that never brings a byte.
  static final class SilentStream extends InputStream {
    @Override
    public int read() throws IOException {
      throw new SocketTimeoutException("silent");
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      throw new SocketTimeoutException("silent");
    }
  }
}
