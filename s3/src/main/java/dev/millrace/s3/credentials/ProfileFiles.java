package dev.millrace.s3.credentials;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The profiles in AWS's two files, read again when one of them has changed.
///
/// Both files hold sections of settings. In `credentials` a section bears the profile's name; in
/// `config` the word `profile` goes before it, but for `default`. A setting in `credentials` hides
/// its namesake in `config`. Indented lines belong to nested settings, which are passed over.
final class ProfileFiles {
  private static final Pattern SECTION = Pattern.compile("\\[\\s*(profile\\s+)?(.*?)\\s*].*");
  private static final Pattern SETTING = Pattern.compile("([^\\s=#;][^=]*?)\\s*=\\s*(.*?)\\s*");
  private static final Pattern REMARK = Pattern.compile("\\s+[#;].*");

  private static final int LONGEST = 1 << 20;

  /// What tells one content of a file from the next.
  private record Version(FileTime modified, long size) {
    static final Version NONE = new Version(FileTime.fromMillis(0), -1);
  }

  private record Snapshot(
      Version credentials, Version config, Map<String, Map<String, String>> profiles) {}

  private final Path credentials;
  private final Path config;
  private volatile @Nullable Snapshot latest;

  /// Neither file needs to exist.
  ProfileFiles(Path credentials, Path config) {
    this.credentials = credentials;
    this.config = config;
  }

  Path credentials() {
    return credentials;
  }

  Path config() {
    return config;
  }

  /// The settings of one profile; none where it does not exist.
  Map<String, String> profile(String name) throws CredentialsException {
    Version credentialsNow = version(credentials);
    Version configNow = version(config);
    Snapshot snapshot = latest;
    if (snapshot == null
        || !snapshot.credentials.equals(credentialsNow)
        || !snapshot.config.equals(configNow)) {
      Map<String, Map<String, String>> profiles = new HashMap<>();
      read(config, true, profiles);
      read(credentials, false, profiles);
      snapshot = new Snapshot(credentialsNow, configNow, profiles);
      latest = snapshot;
    }
    return snapshot.profiles.getOrDefault(name, Map.of());
  }

  private static Version version(Path file) throws CredentialsException {
    try {
      var attributes = Files.readAttributes(file, BasicFileAttributes.class);
      return new Version(attributes.lastModifiedTime(), attributes.size());
    } catch (NoSuchFileException _) {
      return Version.NONE;
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  private static void read(Path file, boolean prefixed, Map<String, Map<String, String>> profiles)
      throws CredentialsException {
    String content;
    try {
      content = content(file);
    } catch (NoSuchFileException _) {
      return;
    } catch (IOException e) {
      throw unreadable(file, e);
    }
    Map<String, String> settings = new HashMap<>();
    for (String line : content.lines().toList()) {
      Matcher section = SECTION.matcher(line);
      Matcher setting = SETTING.matcher(line);
      if (section.matches()) {
        String name = section.group(2);
        boolean profile = !prefixed || section.group(1) != null || name.equals("default");
        settings = profile ? profiles.computeIfAbsent(name, _ -> new HashMap<>()) : new HashMap<>();
      } else if (setting.matches()) {
        settings.put(setting.group(1), REMARK.matcher(setting.group(2)).replaceFirst(""));
      }
    }
  }

  private static String content(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(LONGEST + 1);
      if (bytes.length > LONGEST) {
        throw new IOException("longer than " + LONGEST + " bytes");
      }
      return new String(bytes, UTF_8);
    }
  }

  private static CredentialsException unreadable(Path file, IOException e) {
    return new CredentialsException("cannot read " + file + ": " + e, e);
  }
}
