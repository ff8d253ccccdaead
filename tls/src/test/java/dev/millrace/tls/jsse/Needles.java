package dev.millrace.tls.jsse;

import dev.millrace.tls.KeyLog;
import dev.millrace.tls.SessionStore;
import dev.millrace.tls.StoredSession;
import dev.millrace.tls.crypto.CryptoServices;
import dev.millrace.tls.handshake.ResumableSession;
import dev.millrace.tls.keys.KeyBlock;
import dev.millrace.tls.keys.MasterSecret12;
import dev.millrace.tls.keys.RecordKeys;
import dev.millrace.tls.testing.Relay;
import dev.millrace.tls.wire.AeadAlgorithm;
import dev.millrace.tls.wire.CipherSuite;
import dev.millrace.tls.wire.WireWriter;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.crypto.KDF;
import javax.crypto.spec.HKDFParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// The secrets of connections, learned on one side of them to be looked for on the other: what the
/// key log has, the keys that are made of it, the keys of sessions, and what was said.
///
/// Safe for use by several threads.
final class Needles implements KeyLog {
  private static final CryptoServices CRYPTO = CryptoServices.resolve();
  private static final int RANDOM = 5 + 4 + 2;

  private final List<String> lines = Collections.synchronizedList(new ArrayList<>());
  private final List<byte[]> sessions = Collections.synchronizedList(new ArrayList<>());

  @Override
  public void log(String line) {
    lines.add(line);
  }

  /// A store whose sessions are noted.
  SessionStore noting(SessionStore store) {
    return new SessionStore() {
      @Override
      public void put(byte[] key, StoredSession session) {
        sessions.add(((ResumableSession) session).secret().getEncoded());
        store.put(key, session);
      }

      @Override
      public @Nullable StoredSession get(byte[] key) {
        return store.get(key);
      }

      @Override
      public @Nullable StoredSession take(byte[] key) {
        return store.take(key);
      }

      @Override
      public void remove(byte[] key, StoredSession session) {
        store.remove(key, session);
      }
    };
  }

  /// All of them, by what they are called.
  ///
  /// @param passages of the connections
  Map<String, byte[]> all(List<Relay.Passage> passages) {
    Map<String, byte[]> all = new LinkedHashMap<>();
    for (int i = 0; i < passages.size(); i++) {
      byte[] client = passages.get(i).saidByClient();
      byte[] server = passages.get(i).saidByServer();
      String random = HexFormat.of().formatHex(client, RANDOM, RANDOM + 32);
      for (String line : lines) {
        String[] words = line.split(" ", -1);
        if (words[1].equals(random)) {
          add(all, i + " " + words[0], HexFormat.of().parseHex(words[2]), client, server);
        }
      }
    }
    for (int i = 0; i < sessions.size(); i++) {
      all.put("session " + i, sessions.get(i));
    }
    byte[][] sayings = Meeting.sayings();
    for (int i = 0; i < sayings.length; i++) {
      all.put("saying " + i, sayings[i]);
    }
    return all;
  }

  private static void add(
      Map<String, byte[]> all, String name, byte[] secret, byte[] client, byte[] server) {
    all.put(name, secret);
    int sessionId = RANDOM + 32;
    int at = sessionId + 1 + server[sessionId];
    CipherSuite suite =
        Objects.requireNonNull(
            CipherSuite.ofCode(((server[at] & 0xFF) << 8) | (server[at + 1] & 0xFF)));
    AeadAlgorithm aead = suite.aead();
    if (name.endsWith("CLIENT_RANDOM")) {
      try (MasterSecret12 master = MasterSecret12.resumed(CRYPTO, suite.hash(), secret.clone());
          KeyBlock keys = master.keyBlock(aead, random(client), random(server))) {
        add(all, name + " client", keys.client());
        add(all, name + " server", keys.server());
      }
    } else if (name.contains("TRAFFIC")) {
      all.put(name + " key", expand(suite, secret, "key", aead.keyLength()));
      all.put(name + " iv", expand(suite, secret, "iv", AeadAlgorithm.NONCE_LENGTH));
      all.put(name + " finished", expand(suite, secret, "finished", suite.hash().length()));
    }
  }

  private static void add(Map<String, byte[]> all, String name, RecordKeys keys) {
    all.put(name + " key", keys.key().getEncoded());
    if (keys.iv().length >= Long.BYTES) {
      all.put(name + " iv", keys.iv().clone());
    }
  }

  private static byte[] random(byte[] said) {
    return Arrays.copyOfRange(said, RANDOM, RANDOM + 32);
  }

  private static byte[] expand(CipherSuite suite, byte[] secret, String label, int length) {
    byte[] info =
        new WireWriter()
            .u16(length)
            .opaque8(("tls13 " + label).getBytes(StandardCharsets.US_ASCII))
            .opaque8(new byte[0])
            .toByteArray();
    try {
      return KDF.getInstance("HKDF-" + suite.hash())
          .deriveData(
              HKDFParameterSpec.expandOnly(new SecretKeySpec(secret, "Generic"), info, length));
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }
}
