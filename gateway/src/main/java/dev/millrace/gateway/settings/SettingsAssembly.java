package dev.millrace.gateway.settings;

import static dev.millrace.gateway.settings.OriginTable.BUCKET;
import static dev.millrace.gateway.settings.OriginTable.ENDPOINT;
import static dev.millrace.gateway.settings.OriginTable.ORIGIN;
import static dev.millrace.gateway.settings.OriginTable.ORIGIN_CA;
import static dev.millrace.gateway.settings.OriginTable.ORIGIN_FETCHES;
import static dev.millrace.gateway.settings.OriginTable.REGION;
import static dev.millrace.gateway.settings.OriginTable.WRITE_THROUGH;
import static dev.millrace.gateway.settings.SealedTable.SEALED_COMPRESSION;
import static dev.millrace.gateway.settings.SealedTable.SEALED_KEYS;
import static dev.millrace.gateway.settings.SealedTable.SEALED_PORT;
import static dev.millrace.gateway.settings.ServerTable.CERTIFICATE;
import static dev.millrace.gateway.settings.ServerTable.HTTP_PORT;
import static dev.millrace.gateway.settings.ServerTable.KEY;
import static dev.millrace.gateway.settings.ServerTable.PORT;
import static dev.millrace.gateway.settings.ServerTable.STATE;
import static dev.millrace.gateway.settings.SliceTable.MEMORY_SIZE;
import static dev.millrace.gateway.settings.SliceTable.SLICE_SIZE;
import static dev.millrace.gateway.settings.SliceTable.SSD_COMPRESSION;
import static dev.millrace.gateway.settings.SliceTable.SSD_FOLDER;
import static dev.millrace.gateway.settings.SliceTable.SSD_KEYS;
import static dev.millrace.gateway.settings.SliceTable.SSD_SIZE;

import dev.millrace.gateway.slice.StoredSlices;
import dev.millrace.s3.S3Config;
import dev.millrace.s3.credentials.AwsEnvironment;
import dev.millrace.s3.credentials.CredentialsException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Makes [Settings] of what was chosen, and checks what settings ask of each other.
final class SettingsAssembly {
  private static final int LARGEST_PERCENTAGE_FOR_FETCHES = 60;
  private static final long LARGEST_DEFAULT_MEMORY = 64L << 30;

  /// What the JVM takes beside the heap, under load: code, classes, threads, the collector's notes.
  private static final long MEMORY_OF_JVM = 256L << 20;

  /// Buffers for an SSD, and where what is on it lies.
  private static final long MEMORY_OF_SSD = 128L << 20;

  private final Choices choices;
  private final Surroundings surroundings;

  SettingsAssembly(Choices choices, Surroundings surroundings) {
    this.choices = choices;
    this.surroundings = surroundings;
  }

  /// @param fleet how the gateway is part of one, or null
  Settings settings(@Nullable FleetSettings fleet) {
    int sliceSize = Math.toIntExact(choices.value(SLICE_SIZE));
    return new Settings(
        listening(),
        new AccessAssembly(choices).access(),
        origin(),
        choices.value(ServerTable.TLS),
        certificate(),
        choices.chosen(STATE).orElseGet(this::defaultState),
        sliceSize,
        memorySize(sliceSize, fleet != null),
        ssd(sliceSize),
        sealed(),
        fleet,
        FreshnessTable.freshness(choices),
        choices.value(OriginTable.CONNECT_TIMEOUT),
        choices.value(OriginTable.READ_TIMEOUT),
        choices.value(OriginTable.ATTEMPTS),
        choices.value(ORIGIN_FETCHES),
        choices.value(ClientTable.CLIENT_TIMEOUT),
        new ClientAssembly(choices, surroundings).clients(ssdFiles(sliceSize), fleet != null),
        choices.value(ClientTable.ACCESS_LOG),
        new OperationAssembly(choices).operation());
  }

  private Listening listening() {
    var http = choices.chosen(HTTP_PORT).orElse(null);
    if (http != null) {
      if (http != 0 && http.equals(choices.value(PORT))) {
        throw choices.refusal(HTTP_PORT, "that is the port with TLS (port); choose another");
      }
      if (http != 0 && http.equals(choices.chosen(SEALED_PORT).orElse(null))) {
        throw choices.refusal(
            HTTP_PORT, "that is the port for the sealed form (sealed-port); choose another");
      }
      if (choices.value(AccessTable.CLIENT_CERTIFICATES)) {
        throw choices.refusal(
            HTTP_PORT, "client-certificates are required, and there are none without TLS");
      }
    }
    return new Listening(choices.value(ServerTable.HOST), choices.value(PORT), http);
  }

  private OriginLocation origin() {
    return switch (choices.chosen(ORIGIN).orElseGet(this::samples)) {
      case Kind.OriginText.Folder(var path) -> {
        choices.refuse(
            ENDPOINT, "the origin is a folder, and only an s3:// origin has an endpoint");
        choices.refuse(REGION, "the origin is a folder, and only an s3:// origin has a region");
        choices.refuse(
            ORIGIN_CA, "the origin is a folder, and only an s3:// origin has certificates");
        if (choices.value(WRITE_THROUGH)) {
          throw choices.refusal(
              WRITE_THROUGH, "the origin is a folder, and only an s3:// origin is written to");
        }
        yield new OriginLocation.Folder(bucketOf(path), path);
      }
      case Kind.OriginText.Bucket(var name) -> {
        choices.refuse(
            BUCKET, "the origin is the bucket " + name + ", which is served under its own name");
        var region = choices.chosen(REGION).orElseGet(this::defaultRegion);
        var endpoint = choices.chosen(ENDPOINT).orElseGet(() -> S3Config.amazon(region));
        if (!endpoint.getScheme().equals("https")) {
          choices.refuse(ORIGIN_CA, "the endpoint " + endpoint + " is not an https URL");
        }
        yield new OriginLocation.S3(
            name,
            endpoint,
            region,
            choices.chosen(ORIGIN_CA).orElse(null),
            choices.value(WRITE_THROUGH));
      }
    };
  }

  private Kind.OriginText samples() {
    var checkout = surroundings.checkout();
    var samples = checkout == null ? null : checkout.resolve("samples");
    if (samples == null || !Files.isDirectory(samples)) {
      throw new SettingException(
          "origin is not set, and there is no checkout with sample objects to fall back on; give"
              + " --origin FOLDER, or --origin s3://BUCKET");
    }
    return new Kind.OriginText.Folder(samples);
  }

  private String bucketOf(Path folder) {
    return choices
        .chosen(BUCKET)
        .orElseGet(() -> {
          var name = String.valueOf(folder.getFileName());
          if (!Kind.isBucket(name)) {
            throw new SettingException(
                "bucket is not set, and the folder's name "
                    + SettingException.quoted(name)
                    + " cannot be one; give --bucket NAME, allowed is "
                    + BUCKET.allowed());
          }
          return name;
        });
  }

  private String defaultRegion() {
    var aws = new AwsEnvironment(surroundings.environment(), surroundings.userHome());
    try {
      // An endpoint of its own does not depend on the region, so no instance is asked for it.
      return (choices.chosen(ENDPOINT).isPresent() ? aws.statedRegion() : aws.region())
          .map(text ->
              REGION.parse(new Given(text, "from the AWS settings", surroundings.workingFolder())))
          .orElse("us-east-1");
    } catch (CredentialsException e) {
      throw new SettingException("region is not set, and " + e.getMessage());
    }
  }

  private Settings.@Nullable CertificateFiles certificate() {
    var chain = choices.chosen(CERTIFICATE);
    var key = choices.chosen(KEY);
    if (chain.isPresent() && key.isEmpty()) {
      throw choices.refusal(CERTIFICATE, "there is no key to it; give --key too");
    }
    if (key.isPresent() && chain.isEmpty()) {
      throw choices.refusal(KEY, "there is no certificate to it; give --certificate too");
    }
    return chain.isPresent() ? new Settings.CertificateFiles(chain.get(), key.orElseThrow()) : null;
  }

  private Path defaultState() {
    var folder = surroundings.environment().getOrDefault("XDG_STATE_HOME", "");
    // The XDG base directory specification: "All paths set in these environment variables must be
    // absolute. If an implementation encounters a relative path […] it should […] ignore it."
    var base =
        folder.startsWith("/")
            ? Path.of(folder)
            : surroundings.userHome().resolve(".local").resolve("state");
    return base.resolve("millrace");
  }

  private void checkFetches(int sliceSize, boolean hasPeers) {
    // As many may arrive from other nodes at the same time; and of what they do not give there are
    // two, one that arrives from the origin and the copy of it that goes on where they stopped.
    long fetched = choices.value(ORIGIN_FETCHES) * (long) sliceSize * (hasPeers ? 3 : 1);
    long room = surroundings.maximumHeap() / 100 * LARGEST_PERCENTAGE_FOR_FETCHES;
    if (fetched > room) {
      throw choices.refusal(
          ORIGIN_FETCHES,
          "as many slices of "
              + ByteSize.text(sliceSize)
              + " on their way (slice-size) take more than the "
              + (room >> 20)
              + " MiB that the Java heap leaves room for; lower one of the two, or raise the heap"
              + " with MILLRACE_JAVA_OPTS=-Xmx"
              + (((fetched * 100 / LARGEST_PERCENTAGE_FOR_FETCHES) >> 20) + 1)
              + "m");
    }
  }

  private long memorySize(int sliceSize, boolean hasPeers) {
    checkFetches(sliceSize, hasPeers);
    long least = StoredSlices.leastBytes(sliceSize);
    long most = surroundings.memory() / 4 * 3;
    long left = memoryLeft();
    long usual = wholeMebibytes(Math.min(surroundings.memory() / 4, left));
    long size =
        choices.chosen(MEMORY_SIZE).orElse(Math.clamp(usual, least, LARGEST_DEFAULT_MEMORY));
    if (size < least) {
      throw choices.refusal(
          MEMORY_SIZE,
          "slices of "
              + ByteSize.text(sliceSize)
              + " (slice-size) need "
              + ((least >> 20) + 1)
              + " MiB at least");
    }
    if (size > most) {
      throw choices.refusal(
          MEMORY_SIZE, "three quarters of this machine's memory are " + (most >> 20) + " MiB");
    }
    if (size > left) {
      throw noRoom(left);
    }
    return size;
  }

  /// What else is taken of the memory of the machine, or of the container, leaves so much of it.
  private long memoryLeft() {
    return surroundings.memory()
        - surroundings.maximumHeap()
        - MEMORY_OF_JVM
        - (choices.chosen(SSD_FOLDER).isPresent() ? MEMORY_OF_SSD : 0);
  }

  private SettingException noRoom(long left) {
    var reason =
        ("of this machine's or container's %d MiB of memory, the Java heap of %d MiB and"
                + " what the JVM takes besides leave %d MiB; lower the heap with"
                + " MILLRACE_JAVA_OPTS=-Xmx, or give it more memory")
            .formatted(
                surroundings.memory() >> 20,
                surroundings.maximumHeap() >> 20,
                Math.max(0, left >> 20));
    return choices.chosen(MEMORY_SIZE).isPresent()
        ? choices.refusal(MEMORY_SIZE, reason)
        : new SettingException("there is no room for slices: " + reason);
  }

  private Settings.@Nullable SsdSpace ssd(int sliceSize) {
    var folder = choices.chosen(SSD_FOLDER);
    if (folder.isEmpty()) {
      choices.refuse(SSD_SIZE, "there is no folder that it is the size of; give --ssd-folder too");
      choices.refuse(
          SSD_KEYS, "there is no folder whose files they would encrypt; give --ssd-folder too");
      choices.refuse(
          SSD_COMPRESSION, "there is no folder for what it compresses; give --ssd-folder too");
      return null;
    }
    long size = choices.value(SSD_SIZE);
    long least = StoredSlices.leastSsdBytes(sliceSize);
    if (size < least) {
      throw choices.refusal(
          SSD_SIZE,
          "slices of "
              + ByteSize.text(sliceSize)
              + " (slice-size) need "
              + ByteSize.text(least)
              + " at least");
    }
    return new Settings.SsdSpace(folder.get(), size, ssdSealing());
  }

  private Settings.@Nullable SsdSealing ssdSealing() {
    var keys = choices.chosen(SSD_KEYS);
    if (keys.isEmpty()) {
      choices.refuse(SSD_COMPRESSION, "slices are compressed to be encrypted; give --ssd-keys too");
      return null;
    }
    return new Settings.SsdSealing(keys.get(), choices.value(SSD_COMPRESSION));
  }

  private Settings.@Nullable SealedAnswers sealed() {
    var keys = choices.chosen(SEALED_KEYS);
    if (keys.isEmpty()) {
      choices.refuse(SEALED_COMPRESSION, "nothing is sealed; give --sealed-keys too");
      choices.refuse(SEALED_PORT, "nothing is sealed; give --sealed-keys too");
      return null;
    }
    var port = choices.chosen(SEALED_PORT).orElse(null);
    if (port != null && port != 0 && port.equals(choices.value(PORT))) {
      throw choices.refusal(SEALED_PORT, "that is the port with TLS (port); choose another");
    }
    return new Settings.SealedAnswers(keys.get(), choices.value(SEALED_COMPRESSION), port);
  }

  private int ssdFiles(int sliceSize) {
    return choices.chosen(SSD_FOLDER).isEmpty()
        ? 0
        : StoredSlices.ssdFiles(choices.value(SSD_SIZE), sliceSize);
  }

  private static long wholeMebibytes(long bytes) {
    return bytes & -(1 << 20);
  }
}
