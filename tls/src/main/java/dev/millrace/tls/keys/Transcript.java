package dev.millrace.tls.keys;

import dev.millrace.tls.crypto.CryptoServices;
import dev.millrace.tls.wire.HashAlgorithm;
import java.security.MessageDigest;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The handshake messages so far, for their hash (RFC 8446, section 4.4.1; RFC 5246, section
/// 7.4.9).
///
/// Which hash it will be is known only once the server has chosen a cipher suite. Until then the
/// messages are kept; from then on their hash is enough.
///
/// For one thread at a time.
public final class Transcript {
  /// The type of the message that stands for the first ClientHello after a HelloRetryRequest.
  private static final byte MESSAGE_HASH = (byte) 254;

  private final CryptoServices services;
  private byte[] early = {};
  private int count;
  private @Nullable HashAlgorithm algorithm;
  private @Nullable MessageDigest digest;
  private byte @Nullable [] hash;

  public Transcript(CryptoServices services) {
    this.services = services;
  }

  /// Adds a message.
  ///
  /// @param message a whole handshake message with its header; not to be changed
  public void add(byte[] message) {
    count++;
    hash = null;
    if (digest == null) {
      early = early.length == 0 ? message : joined(early, message);
    } else {
      digest.update(message);
    }
  }

  /// Says which hash it is. Saying the same again has no effect.
  ///
  /// @throws IllegalStateException if another one was chosen before
  public void choose(HashAlgorithm hash) {
    if (algorithm == null) {
      algorithm = hash;
      digest = services.digest(hash);
      digest.update(early);
      early = new byte[0];
    } else if (algorithm != hash) {
      throw new IllegalStateException("the hash is " + algorithm + ", not " + hash);
    }
  }

  /// The hash that was chosen.
  ///
  /// @throws IllegalStateException if none was
  public HashAlgorithm algorithm() {
    if (algorithm == null) {
      throw new IllegalStateException("the hash was not chosen");
    }
    return algorithm;
  }

  /// The hash of all messages so far; not a copy, not to be changed.
  ///
  /// @throws IllegalStateException if the hash was not chosen
  public byte[] hash() {
    byte[] known = hash;
    if (known == null) {
      known = cloneOf(chosen()).digest();
      hash = known;
    }
    return known;
  }

  /// The hash of all messages so far and of a part of the next, which is not added.
  ///
  /// @param length of that part
  /// @throws IllegalStateException if the hash was not chosen
  public byte[] hashWith(byte[] message, int length) {
    MessageDigest all = cloneOf(chosen());
    all.update(message, 0, length);
    return all.digest();
  }

  /// Puts a message of its hash in the place of the first ClientHello, as the server has answered
  /// it with a HelloRetryRequest, which is added next.
  ///
  /// RFC 8446, section 4.4.1: "when the server responds to a ClientHello with a HelloRetryRequest,
  /// the value of ClientHello1 is replaced with a special synthetic handshake message"
  ///
  /// @throws IllegalStateException if anything but one message was added, or the hash was not
  ///   chosen
  public void replaceFirstHelloWithItsHash() {
    if (count != 1) {
      throw new IllegalStateException(count + " messages, not just a ClientHello");
    }
    byte[] helloHash = chosen().digest();
    byte[] header = {MESSAGE_HASH, 0, 0, (byte) helloHash.length};
    add(header);
    add(helloHash);
  }

  /// Another one that goes on from here.
  public Transcript copy() {
    Transcript copy = new Transcript(services);
    copy.count = count;
    copy.algorithm = algorithm;
    copy.digest = digest == null ? null : cloneOf(digest);
    copy.early = early;
    return copy;
  }

  private static byte[] joined(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  private MessageDigest chosen() {
    if (digest == null) {
      throw new IllegalStateException("the hash was not chosen");
    }
    return digest;
  }

  private static MessageDigest cloneOf(MessageDigest digest) {
    try {
      return (MessageDigest) digest.clone();
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException(e);
    }
  }
}
