package dev.millrace.seal;

import dev.millrace.seal.SealException.Reason;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/// Keys by name, of which the first wraps and all unwrap.
///
/// In a file, a key is a line: its name, a space, and 32 bytes in Base64 (RFC 4648, section 4).
/// Lines that begin with `#` and empty ones are passed over. To rotate is to put a new line on top;
/// a line may go when nothing that was sealed under it is left.
///
/// A data key is wrapped by AES-256-GCM: 12 random bytes of nonce, 32 of ciphertext, 16 of tag; the
/// key's name is authenticated with it.
public final class Keyring implements KeyService {
  private static final int KEY_SIZE = 32;
  private static final int NONCE_SIZE = 12;
  private static final int TAG_BITS = 128;
  private static final String LABEL = "millrace data key ";

  private final SecureRandom random = new SecureRandom();
  private final Map<String, SecretKey> keys;
  private final String first;

  private Keyring(Map<String, SecretKey> keys, String first) {
    this.keys = keys;
    this.first = first;
  }

  /// Reads a file.
  ///
  /// @throws IOException if it cannot be read, if others than its owner and group may read it, or
  ///   if a line is not a key; the message names the file and the line, and no key
  public static Keyring read(Path file) throws IOException {
    refuseOpenToAll(file);
    try {
      return parse(Files.readAllLines(file));
    } catch (CharacterCodingException e) {
      throw new IOException(file + " is not text in UTF-8", e);
    } catch (IllegalArgumentException e) {
      throw new IOException(file + ", " + e.getMessage(), e);
    }
  }

  /// The keys of a file's lines.
  ///
  /// @throws IllegalArgumentException if a line is not a key, by its number, or there is none
  public static Keyring parse(List<String> lines) {
    Map<String, SecretKey> keys = new LinkedHashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        add(keys, line, i + 1);
      }
    }
    if (keys.isEmpty()) {
      throw new IllegalArgumentException("there is no key in it");
    }
    return new Keyring(keys, keys.keySet().iterator().next());
  }

  /// A line for a new key, with a name nobody has given yet: 8 hexadecimal digits.
  public static String newKey() {
    SecureRandom random = new SecureRandom();
    byte[] name = new byte[4];
    byte[] key = new byte[KEY_SIZE];
    random.nextBytes(name);
    random.nextBytes(key);
    return HexFormat.of().formatHex(name) + " " + Base64.getEncoder().encodeToString(key);
  }

  /// The names of the keys; the first is the one that wraps.
  public List<String> names() {
    return List.copyOf(keys.keySet());
  }

  @Override
  public WrappedKey wrap(byte[] key) throws IOException {
    byte[] nonce = new byte[NONCE_SIZE];
    random.nextBytes(nonce);
    try {
      byte[] sealed = cipher(Cipher.ENCRYPT_MODE, first, nonce).doFinal(key);
      byte[] wrapped = Arrays.copyOf(nonce, nonce.length + sealed.length);
      System.arraycopy(sealed, 0, wrapped, nonce.length, sealed.length);
      return new WrappedKey(first, wrapped);
    } catch (GeneralSecurityException e) {
      throw new IOException("the key could not be wrapped: " + e.getMessage(), e);
    }
  }

  @Override
  public byte[] unwrap(WrappedKey wrapped) throws IOException {
    String name = wrapped.keyId();
    if (!keys.containsKey(name)) {
      throw new SealException(
          Reason.UNKNOWN_KEY, "sealed under key " + quoted(name) + ", which is not in the keyring");
    }
    byte[] bytes = wrapped.bytes();
    if (bytes.length != NONCE_SIZE + KEY_SIZE + TAG_BITS / 8) {
      throw new SealException(Reason.WRONG_KEY, doesNotFit(name));
    }
    try {
      return cipher(Cipher.DECRYPT_MODE, name, Arrays.copyOf(bytes, NONCE_SIZE))
          .doFinal(bytes, NONCE_SIZE, bytes.length - NONCE_SIZE);
    } catch (AEADBadTagException e) {
      throw new SealException(Reason.WRONG_KEY, doesNotFit(name), e);
    } catch (GeneralSecurityException e) {
      throw new IOException("the key could not be unwrapped: " + e.getMessage(), e);
    }
  }

  @Override
  public String toString() {
    return "Keyring" + keys.keySet();
  }

  private Cipher cipher(int mode, String name, byte[] nonce) throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, keys.get(name), new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD((LABEL + name).getBytes(StandardCharsets.UTF_8));
    return cipher;
  }

  private static void add(Map<String, SecretKey> keys, String line, int number) {
    String[] words = line.split("\\s+", -1);
    if (words.length != 2) {
      throw new IllegalArgumentException(
          "line " + number + ": a key is a name, a space and 32 bytes in Base64");
    }
    byte[] key = decoded(words[1], number);
    if (keys.put(words[0], new SecretKeySpec(key, "AES")) != null) {
      throw new IllegalArgumentException(
          "line " + number + ": there is a key " + quoted(words[0]) + " above");
    }
  }

  private static byte[] decoded(String base64, int number) {
    byte[] key;
    try {
      key = Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      // Its message quotes from the key.
      throw new IllegalArgumentException("line " + number + ": the key is not in Base64");
    }
    if (key.length != KEY_SIZE) {
      throw new IllegalArgumentException(
          "line " + number + ": a key has 32 bytes, this one has " + key.length);
    }
    return key;
  }

  private static void refuseOpenToAll(Path file) throws IOException {
    if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
      if (permissions.contains(PosixFilePermission.OTHERS_READ)) {
        throw new IOException(file + " may be read by everyone: chmod o-r it");
      }
    }
  }

  private static String doesNotFit(String name) {
    return "key "
        + quoted(name)
        + " does not fit: it is another key of that name, or the header was changed";
  }

  /// A name comes from the header, which anyone may have written.
  private static String quoted(String name) {
    String shown = name.length() > 80 ? name.substring(0, 80) + "…" : name;
    return '"' + shown.replaceAll("[\\p{C}\\p{Zl}\\p{Zp}]", "?") + '"';
  }
}
