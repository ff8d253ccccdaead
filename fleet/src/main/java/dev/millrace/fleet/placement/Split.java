package dev.millrace.fleet.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// Keys by the member that each belongs to, for a request that is about many of them.
///
/// ```java
/// List<Value> values = placement.split(keys).ask((node, itsKeys) -> client(node).getAll(itsKeys));
/// ```
///
/// Immutable.
///
/// @param <T> the members
/// @param <K> the keys
public final class Split<T, K> {
  private final List<Part<T, K>> parts;
  private final int size;

  private Split(List<Part<T, K>> parts, int size) {
    this.parts = parts;
    this.size = size;
  }

  /// The keys of one member, at least one, in the order they were given.
  public static final class Part<T, K> {
    private final T member;
    private final List<K> keys;
    private final int[] positions;

    private Part(T member, List<K> keys, int[] positions) {
      this.member = member;
      this.keys = keys;
      this.positions = positions;
    }

    /// Whom the keys belong to.
    public T member() {
      return member;
    }

    /// What belongs to the member. Cannot be changed.
    public List<K> keys() {
      return keys;
    }
  }

  /// Asks one member for what belongs to its keys.
  @FunctionalInterface
  public interface Question<T, K, V> {
    /// As many values as there are keys, in their order; a value may be null.
    List<V> ask(T member, List<K> keys) throws Exception;
  }

  /// What is asked of the members that have keys, in the order of their names.
  public List<Part<T, K>> parts() {
    return parts;
  }

  /// Asks all members at the same time, each on a virtual thread of its own, and puts the values in
  /// the order in which the keys were given. Once one fails, the others are interrupted, and waited
  /// for.
  ///
  /// @throws ExecutionException with the first failure as its cause
  /// @throws InterruptedException if the caller is interrupted; so are all who were asked
  public <V> List<V> ask(Question<? super T, K, ? extends V> question)
      throws ExecutionException, InterruptedException {
    // Null until all are there, which only then are seen.
    @SuppressWarnings("unchecked")
    V[] values = (V[]) new Object[size];
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var answers = new ExecutorCompletionService<Void>(threads);
      for (Part<T, K> part : parts) {
        var _ = answers.submit(asking(part, question, values));
      }
      try {
        for (int i = 0; i < parts.size(); i++) {
          answers.take().get();
        }
      } catch (ExecutionException | InterruptedException e) {
        threads.shutdownNow();
        throw e;
      }
    }
    return Collections.unmodifiableList(Arrays.asList(values));
  }

  private static <T, K, V> Callable<Void> asking(
      Part<T, K> part, Question<? super T, K, ? extends V> question, V[] values) {
    return () -> {
      List<? extends V> answer = question.ask(part.member, part.keys);
      if (answer.size() != part.positions.length) {
        throw new IllegalStateException(
            "%s answered %d keys with %d values"
                .formatted(part.member, part.positions.length, answer.size()));
      }
      int next = 0;
      for (V value : answer) {
        values[part.positions[next++]] = value;
      }
      return null;
    };
  }

  static <T, K> Split<T, K> of(List<Builder<T, K>> parts, int size) {
    return new Split<>(
        parts.stream().filter(part -> part.count > 0).map(Builder::build).toList(), size);
  }

  /// Collects the keys of one member.
  static final class Builder<T, K> {
    private static final int FEW = 8;

    private final T member;
    private final List<K> keys = new ArrayList<>();
    private int[] positions = new int[FEW];
    private int count;

    Builder(T member) {
      this.member = member;
    }

    void add(K key, int position) {
      if (count == positions.length) {
        positions = Arrays.copyOf(positions, 2 * count);
      }
      positions[count++] = position;
      keys.add(key);
    }

    private Part<T, K> build() {
      return new Part<>(
          member,
          Collections.unmodifiableList(keys),
          positions.length == count ? positions : Arrays.copyOf(positions, count));
    }
  }
}
