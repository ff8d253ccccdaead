package dev.millrace.gateway.command;

import dev.millrace.gateway.settings.ByteSize;
import dev.millrace.gateway.settings.FleetSettings;
import dev.millrace.gateway.settings.OriginLocation;
import dev.millrace.gateway.settings.Settings;
import dev.millrace.gateway.settings.TlsImplementation;
import dev.millrace.seal.Codecs;
import dev.millrace.seal.Keyring;
import dev.millrace.store.io.BlockFile;
import dev.millrace.store.io.BlockIo;
import dev.millrace.store.io.EngineFacts;
import dev.millrace.store.io.IoConfig;
import dev.millrace.store.io.IoConfig.BufferClass;
import dev.millrace.tls.MillraceProvider;
import io.helidon.webserver.WebServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.security.GeneralSecurityException;
import java.security.Provider;
import java.security.Signature;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import javax.crypto.Cipher;
import javax.crypto.KeyAgreement;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `millrace doctor`: prints what this machine offers, and which implementation of each part a
/// gateway with the same settings would run on.
@Command(
    name = "doctor",
    description = "Print what this machine offers, and what the gateway would run on.",
    modelTransformer = SettingFlags.class)
final class DoctorCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    var command = Objects.requireNonNull(spec).commandLine();
    var settings = SettingFlags.read(command.getParseResult());
    var machine = Machine.ofProcess();
    var out = command.getOut();
    print(out, "This machine", machine.facts(settings.state()));
    print(out, "The gateway here", parts(settings));
    print(out, "Cryptography, by provider", cryptography(settings.tls()));
    print(out, "Sealed blocks", sealing());
    print(out, "Programs that tests and benches compare with", machine.programs());
    out.flush();
    return 0;
  }

  private static void print(PrintWriter out, String title, List<Fact> facts) {
    out.println(title);
    for (var fact : facts) {
      out.printf("  %-16s %s%n", fact.name(), fact.value());
    }
  }

  private static List<Fact> parts(Settings settings) {
    return List.of(
        new Fact("TLS", tls(settings)),
        new Fact("HTTP server", "Helidon" + version(WebServer.class) + ", blocking sockets"),
        new Fact(
            "memory tier",
            "off the Java heap, "
                + ByteSize.text(settings.memorySize())
                + " at most, in slices of "
                + ByteSize.text(settings.sliceSize())),
        new Fact("SSD tier", ssdTier(settings.ssd())),
        new Fact("origin", origin(settings.origin())),
        new Fact("fleet", fleet(settings.fleet())));
  }

  /// Who serves each kind of it to a TLS. The JDK's asks for whatever it needs by name alone.
  private static List<Fact> cryptography(TlsImplementation tls) {
    return switch (tls) {
      case MILLRACE ->
          MillraceProvider.cryptography().entrySet().stream()
              .map(kind -> new Fact(kind.getKey(), kind.getValue()))
              .toList();
      case JDK ->
          List.of(
              aesGcm(),
              fact("ECDSA", () -> Signature.getInstance("SHA256withECDSA").getProvider()),
              fact("RSA-PSS", () -> Signature.getInstance("RSASSA-PSS").getProvider()),
              fact("X25519", () -> KeyAgreement.getInstance("X25519").getProvider()));
    };
  }

  /// What compresses and what encrypts, found by loading it.
  private static List<Fact> sealing() {
    List<Fact> facts = new ArrayList<>();
    Codecs.implementations().forEach((name, found) -> facts.add(new Fact(name, found)));
    facts.add(aesGcm());
    return facts;
  }

  private static Fact aesGcm() {
    return fact("AES-GCM", () -> Cipher.getInstance("AES/GCM/NoPadding").getProvider());
  }

  private static String tls(Settings settings) {
    try {
      var context = settings.tls().context(null, null);
      var versions = String.join(", ", context.getDefaultSSLParameters().getProtocols());
      return named(context.getProvider()) + ", " + versions;
    } catch (GeneralSecurityException e) {
      return "none: " + e.getMessage();
    }
  }

  private static String ssdTier(Settings.@Nullable SsdSpace ssd) {
    return ssd == null
        ? "off, as there is no ssd-folder; it would run on " + blockEngine()
        : ByteSize.text(ssd.size())
            + " at most in "
            + ssd.folder()
            + sealing(ssd.sealing())
            + ", on "
            + blockEngine();
  }

  /// How it is sealed, if it is, and under which key, of which only the name is told.
  private static String sealing(Settings.@Nullable SsdSealing sealing) {
    if (sealing == null) {
      return "";
    }
    try {
      return ", sealed under key "
          + Keyring.read(sealing.keys()).names().getFirst()
          + ", compression "
          + sealing.compression();
    } catch (IOException e) {
      return ", sealed under no key: " + e.getMessage();
    }
  }

  /// What reads and writes blocks on a disk here, found by trying.
  private static String blockEngine() {
    IoConfig small = IoConfig.defaults().withBuffers(List.of(new BufferClass(BlockFile.BLOCK, 1)));
    try (BlockIo io = BlockIo.open(small)) {
      EngineFacts facts = io.engine();
      return facts.name()
          + facts.refusal().map(reason -> ", without io_uring: " + reason).orElse("")
          + " ("
          + String.join(", ", facts.features())
          + ")";
    } catch (IOException e) {
      return "nothing: " + e.getMessage();
    }
  }

  private static String origin(OriginLocation location) {
    return switch (location) {
      case OriginLocation.Folder folder -> "folder " + folder.path();
      case OriginLocation.S3 s3 ->
          "bucket "
              + s3.bucket()
              + " at "
              + s3.endpoint()
              + ", region "
              + s3.region()
              + ", through Millrace's own client";
    };
  }

  private static String fleet(@Nullable FleetSettings fleet) {
    return fleet == null
        ? "none, as there is neither fleet-members nor fleet-zookeeper"
        : "node " + fleet.node() + " of the one in " + fleet.source().where();
  }

  /// A way to find the provider that the JDK prefers for an algorithm.
  private interface Lookup {
    Provider find() throws GeneralSecurityException;
  }

  private static Fact fact(String algorithm, Lookup lookup) {
    try {
      return new Fact(algorithm, named(lookup.find()));
    } catch (GeneralSecurityException e) {
      return new Fact(algorithm, "none: " + e.getMessage());
    }
  }

  private static String named(Provider provider) {
    return provider.getName() + " " + provider.getVersionStr();
  }

  /// The version of the library that `type` belongs to, after a space; nothing where it is not
  /// told.
  private static String version(Class<?> type) {
    var module = type.getModule().getDescriptor();
    var version =
        module == null
            ? type.getPackage().getImplementationVersion()
            : module.rawVersion().orElse(null);
    return version == null ? "" : " " + version;
  }
}
