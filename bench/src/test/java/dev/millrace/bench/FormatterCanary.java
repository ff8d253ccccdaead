package dev.millrace.bench;

import module java.base;

/// Java 25 as formatters are known to get it wrong: the build stops here, in the check of the
/// format, when a new version of the formatter spoils or refuses what this one leaves as it is.
///
/// - Links are by qualified name, like [java.util.HexFormat]: an import that only a link needs is
///   taken for unused and removed.
/// - A `///` comment stays a comment of lines: a long one is broken at spaces, as in [Range
///   Requests](https://www.rfc-editor.org/rfc/rfc9110.html#name-range-requests-and-some-more-words),
///   and a list keeps its shape:
///   1. numbered
///   2. nested
///
/// | so do | tables |
/// |-------|--------|
/// | one   | 1      |
///
/// ```java
/// var   code = "is not touched";
/// ```
final class FormatterCanary {
  sealed interface Shape permits Circle, Line, Group {}

  record Circle(Point centre, double radius) implements Shape {}

  record Line(Point from, Point to) implements Shape {}

  record Group(List<Shape> shapes) implements Shape {}

  record Point(double x, double y) {}

  private FormatterCanary() {}

  /// Record patterns with unnamed parts, guards, and a switch without `default`.
  static double width(Shape shape) {
    return switch (shape) {
      case Circle(_, var radius) when radius < 0 -> throw new IllegalArgumentException("radius");
      case Circle(Point _, double radius) -> 2 * radius;
      case Line(Point(var x, _), Point(var other, _)) -> Math.abs(other - x);
      case Group(var shapes) -> shapes.stream().mapToDouble(FormatterCanary::width).max().orElse(0);
    };
  }

  /// An unnamed exception, an unnamed variable and an unnamed parameter.
  static int count(Iterable<?> things) {
    int count = 0;
    try {
      for (var _ : things) {
        count++;
      }
    } catch (ConcurrentModificationException _) {
      count = -1;
    }
    IntBinaryOperator first = (a, _) -> a;
    return first.applyAsInt(count, 0);
  }

  /// A constructor with statements ahead of `super`.
  static final class Checked extends Thread {
    private final String task;

    Checked(String task) {
      if (task.isBlank()) {
        throw new IllegalArgumentException("no task");
      }
      this.task = task;
      super(
          """
          named "%s"
            in a text block\
          """
              .formatted(task));
    }

    String task() {
      return task;
    }
  }
}
