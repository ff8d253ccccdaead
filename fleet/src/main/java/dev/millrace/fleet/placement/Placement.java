package dev.millrace.fleet.placement;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Places keys on members by rendezvous hashing: a key belongs to the member that scores highest
/// for it, and whoever knows the seed and the members finds the same one.
///
/// **The score** of a member for a key is a hash of three things, the seed, the key and the
/// member's name:
///
/// ```
/// draw(key, member) = XXH3-64(seed; XXH3-64(seed; key), XXH3-64(seed; name))
/// score             = weight / -ln((⌊draw / 2^12⌋ + ½) / 2^52)
/// ```
///
/// Key and name are hashed as UTF-16, the two hashes as 16 bytes, all little-endian. A score of
/// this form is the inverse of an exponentially distributed waiting time whose rate is the weight,
/// so a member comes first with a probability in proportion to its weight, and among any of the
/// members likewise.
///
/// **Why it is right.** A member's score depends on no other member: where one joins, the keys that
/// it scores highest for move to it and no other key moves, and where one leaves, only its keys
/// move, each to the next in its own ranking, so that they spread over all who are left. Placements
/// with other seeds draw independently. That is what `hash mod n` lacks: whoever takes the keys of
/// one of 8 members and places them by the same hash on 4 others finds all of them on one.
///
/// **Cost.** A hash of the key, then one of 16 bytes for each member; nothing is allocated. Where
/// all weigh alike the draws are compared as they are, since the logarithm keeps their order.
/// Otherwise it is taken for the few members only that can still win: as `-ln(u) ≥ 1 - u`, a member
/// with `weight < best · (1 - u)` cannot. It is [StrictMath#log], which gives the same on every
/// machine.
///
/// Immutable; used by any number of threads at once.
///
/// Sources: D. G. Thaler and C. V. Ravishankar, *Using Name-Based Mappings to Increase Hit Rates*,
/// IEEE/ACM Transactions on Networking 6(1), 1998; C. Schindelhauer and G. Schomaker, *Weighted
/// Distributed Hash Tables*, SPAA 2005, for the weights.
public final class Placement<T> {
  private static final double LEAST_WEIGHT = 1e-100;
  private static final double LARGEST_WEIGHT = 1e100;

  private final Hasher64 hasher;
  private final List<T> members;
  private final long[] names;
  private final double[] weights;
  private final boolean isWeighted;

  private Placement(long seed, List<Named<T>> members) {
    this.hasher = Hashing.xxh3_64(seed);
    this.members = members.stream().map(Named::member).toList();
    this.names = members.stream().mapToLong(each -> hasher.hashCharsToLong(each.name())).toArray();
    this.weights = members.stream().mapToDouble(Named::weight).toArray();
    this.isWeighted = members.stream().mapToDouble(Named::weight).distinct().count() > 1;
  }

  private record Named<T>(T member, String name, double weight) {}

  /// A placement on members that weigh alike.
  ///
  /// @param seed another one for everything that is to be placed independently
  /// @param members in any order
  /// @param name tells members apart, and is all that counts of a member
  /// @throws IllegalArgumentException if two have the same name
  public static <T> Placement<T> of(
      long seed, Collection<T> members, Function<? super T, String> name) {
    return weighted(seed, members, name, _ -> 1);
  }

  /// A placement on members of which each gets a share of the keys in proportion to its weight.
  ///
  /// @param weight from 1e-100 to 1e100, so that no score is rounded to 0 or to infinity
  /// @throws IllegalArgumentException if two have the same name, or a weight is out of range
  public static <T> Placement<T> weighted(
      long seed,
      Collection<T> members,
      Function<? super T, String> name,
      ToDoubleFunction<? super T> weight) {
    List<Named<T>> named =
        members.stream()
            .map(each -> new Named<T>(each, name.apply(each), weight.applyAsDouble(each)))
            .sorted(Comparator.comparing(Named::name))
            .toList();
    for (int i = 0; i < named.size(); i++) {
      Named<T> each = named.get(i);
      if (!(each.weight >= LEAST_WEIGHT && each.weight <= LARGEST_WEIGHT)) {
        throw new IllegalArgumentException(each.name + " has the weight " + each.weight);
      }
      if (i > 0 && each.name.equals(named.get(i - 1).name)) {
        throw new IllegalArgumentException("two members are named " + each.name);
      }
    }
    return new Placement<>(seed, named);
  }

  /// The members in the order of their names, to which [#place] refers.
  public List<T> members() {
    return members;
  }

  /// The index of the member that a key belongs to, or -1 if there are no members. Allocates
  /// nothing.
  public int place(CharSequence key) {
    return best(hasher.hashCharsToLong(key), null);
  }

  /// The member that a key belongs to, or null if there are no members.
  public @Nullable T owner(CharSequence key) {
    return at(place(key));
  }

  /// The first in a key's ranking of those that are available, or null if none is.
  public @Nullable T owner(CharSequence key, Predicate<? super T> isAvailable) {
    return at(best(hasher.hashCharsToLong(key), isAvailable));
  }

  /// All members, the one first that a key belongs to, and each before those that would take its
  /// place.
  public List<Rank<T>> ranking(CharSequence key) {
    long hash = hasher.hashCharsToLong(key);
    // Draws break ties that scores, which are rounded, may have.
    Comparator<Integer> order =
        Comparator.<Integer>comparingDouble(i -> -score(draw(hash, i), weights[i]))
            .thenComparing((a, b) -> Long.compareUnsigned(draw(hash, b), draw(hash, a)));
    return IntStream.range(0, names.length)
        .boxed()
        .sorted(isWeighted ? order : (a, b) -> Long.compareUnsigned(draw(hash, b), draw(hash, a)))
        .map(i -> new Rank<>(members.get(i), weights[i], score(draw(hash, i), weights[i])))
        .toList();
  }

  /// Keys by the member that each belongs to.
  ///
  /// @throws IllegalStateException if there are no members
  public <K extends CharSequence> Split<T, K> split(Collection<? extends K> keys) {
    if (names.length == 0) {
      throw new IllegalStateException("no members to split keys between");
    }
    List<Split.Builder<T, K>> parts = new ArrayList<>(names.length);
    members.forEach(member -> parts.add(new Split.Builder<>(member)));
    int position = 0;
    for (K key : keys) {
      parts.get(place(key)).add(key, position++);
    }
    return Split.of(parts, position);
  }

  private @Nullable T at(int index) {
    return index < 0 ? null : members.get(index);
  }

  private long draw(long key, int member) {
    return hasher.hashLongLongToLong(key, names[member]);
  }

  private int best(long key, @Nullable Predicate<? super T> isAvailable) {
    return isWeighted ? heaviest(key, isAvailable) : highest(key, isAvailable);
  }

  private int highest(long key, @Nullable Predicate<? super T> isAvailable) {
    int best = -1;
    long most = 0;
    for (int i = 0; i < names.length; i++) {
      long draw = draw(key, i);
      if ((best < 0 || Long.compareUnsigned(draw, most) > 0)
          && (isAvailable == null || isAvailable.test(members.get(i)))) {
        best = i;
        most = draw;
      }
    }
    return best;
  }

  private int heaviest(long key, @Nullable Predicate<? super T> isAvailable) {
    int best = -1;
    double most = 0;
    long drawOfBest = 0;
    for (int i = 0; i < names.length; i++) {
      long draw = draw(key, i);
      if (weights[i] < most * (1 - uniform(draw))
          || (isAvailable != null && !isAvailable.test(members.get(i)))) {
        continue;
      }
      double score = score(draw, weights[i]);
      if (score > most || (score == most && Long.compareUnsigned(draw, drawOfBest) > 0)) {
        best = i;
        most = score;
        drawOfBest = draw;
      }
    }
    return best;
  }

  private static double score(long draw, double weight) {
    return weight / -StrictMath.log(uniform(draw));
  }

  /// Between 0 and 1, and neither: with one bit more, the largest would be rounded to 1.
  private static double uniform(long draw) {
    return ((draw >>> 12) + 0.5) * 0x1p-52;
  }
}
