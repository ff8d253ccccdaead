package dev.millrace.gateway;

import dev.millrace.gateway.settings.Settings;
import dev.millrace.gateway.settings.Settings.SealedAnswers;
import dev.millrace.gateway.settings.Settings.SsdSealing;
import dev.millrace.gateway.settings.Settings.SsdSpace;
import dev.millrace.gateway.slice.StoredSlices;
import dev.millrace.seal.Keyring;
import dev.millrace.seal.SealConfig;
import dev.millrace.seal.Sealer;
import dev.millrace.store.ssd.Sealing;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// What slices are held in, and how they are sealed, as settings say.
final class Storage {
  private Storage() {}

  static StoredSlices of(Settings settings) throws IOException {
    SsdSpace ssd = settings.ssd();
    return ssd == null
        ? StoredSlices.inMemory(settings.memorySize(), settings.sliceSize())
        : StoredSlices.onSsd(
            settings.memorySize(),
            ssd.folder(),
            ssd.size(),
            settings.sliceSize(),
            sealing(ssd.sealing()),
            settings.state().resolve("purges"));
  }

  private static @Nullable Sealing sealing(@Nullable SsdSealing sealing) throws IOException {
    return sealing == null
        ? null
        : new Sealing(
            SealConfig.standard().withCompression(sealing.compression()),
            Keyring.read(sealing.keys()));
  }

  /// Null where no sealed form is served.
  static @Nullable Sealer sealer(@Nullable SealedAnswers sealed) throws IOException {
    return sealed == null
        ? null
        : new Sealer(
            SealConfig.standard().withCompression(sealed.compression()),
            Keyring.read(sealed.keys()));
  }
}
