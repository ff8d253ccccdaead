package dev.millrace.bench.placement.probe;

import com.sun.management.ThreadMXBean;
import dev.millrace.bench.placement.side.Placing;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// How long it took to place all keys, over many repetitions.
///
/// @param median microseconds for all keys
/// @param p90 likewise, of the ninth of ten
/// @param allocated bytes of heap for each key
public record Timing(double median, double p90, double allocated) {
  /// Places keys again and again. They are new strings each time, as keys that come over the
  /// network are: a string remembers its hash code.
  static Timing of(Placing placing, List<char[]> keys, int repetitions) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    double[] micros = new double[repetitions];
    double[] bytes = new double[repetitions];
    long sum = 0;
    for (int i = 0; i < repetitions; i++) {
      List<String> fresh = new ArrayList<>(keys.size());
      keys.forEach(key -> fresh.add(String.valueOf(key)));
      long allocated = threads.getCurrentThreadAllocatedBytes();
      long begin = System.nanoTime();
      sum += placing.placeAll(fresh);
      micros[i] = (System.nanoTime() - begin) / (double) TimeUnit.MICROSECONDS.toNanos(1);
      allocated = threads.getCurrentThreadAllocatedBytes() - allocated;
      bytes[i] = (double) allocated / keys.size();
    }
    if (sum < 0) {
      throw new IllegalStateException("no node has a number below 0");
    }
    Arrays.sort(micros);
    Arrays.sort(bytes);
    return new Timing(
        micros[repetitions / 2], micros[repetitions * 9 / 10], bytes[repetitions / 2]);
  }

  String line() {
    return median + " " + p90 + " " + allocated;
  }

  /// Reads what a JVM has answered.
  public static Timing parse(String line) {
    String[] words = line.split(" ", 3);
    return new Timing(
        Double.parseDouble(words[0]), Double.parseDouble(words[1]), Double.parseDouble(words[2]));
  }
}
