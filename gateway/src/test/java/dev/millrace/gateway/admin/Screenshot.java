package dev.millrace.gateway.admin;

import java.awt.image.BufferedImage;
import java.awt.image.DataBuffer;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.imageio.ImageIO;

/// A picture of a page in the colours that it has most of, which takes less than half the room of
/// one in all.
final class Screenshot {
  private static final int COLORS = 32;

  private Screenshot() {}

  /// @param png of the page, as a browser takes it
  static void keep(byte[] png, Path file) throws IOException {
    BufferedImage taken = ImageIO.read(new ByteArrayInputStream(png));
    int width = taken.getWidth();
    int height = taken.getHeight();
    int[] pixels = taken.getRGB(0, 0, width, height, null, 0, width);
    BufferedImage kept =
        new BufferedImage(width, height, BufferedImage.TYPE_BYTE_INDEXED, palette(pixels));
    kept.setRGB(0, 0, width, height, pixels, 0, width);
    ImageIO.write(kept, "png", file.toFile());
  }

  private static IndexColorModel palette(int[] pixels) {
    Map<Integer, Long> counts =
        Arrays.stream(pixels)
            .boxed()
            .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    int[] most =
        counts.entrySet().stream()
            .sorted(Map.Entry.<Integer, Long>comparingByValue(Comparator.reverseOrder()))
            .limit(COLORS)
            .mapToInt(Map.Entry::getKey)
            .toArray();
    return new IndexColorModel(8, most.length, most, 0, false, -1, DataBuffer.TYPE_BYTE);
  }
}
