package dev.millrace.fleet;

import dev.millrace.fleet.placement.Placement;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Which nodes to ask for a key, as of one epoch.
///
/// Keys live on the main tier. While the owner of a key is not available, its fallback has it: a
/// node of the auxiliary tier, over which the keys of every single owner spread evenly, since the
/// tiers are placed by different seeds; or where that tier has no node that is available, the next
/// in the main tier's ranking.
///
/// Immutable; used by any number of threads at once.
public final class Routes {
  private final Members members;
  private final Placement<Node> main;
  private final Placement<Node> auxiliary;

  /// @param members may be none: then no key has a node to ask
  public Routes(Members members) {
    this.members = members;
    this.main = placement(members, Tier.MAIN);
    this.auxiliary = placement(members, Tier.AUXILIARY);
  }

  private static Placement<Node> placement(Members members, Tier tier) {
    return Placement.weighted(tier.seed(), members.of(tier), Node::name, Node::weight);
  }

  /// The list that keys are placed by.
  public Members members() {
    return members;
  }

  /// How keys are placed on one tier.
  public Placement<Node> placement(Tier tier) {
    return switch (tier) {
      case MAIN -> main;
      case AUXILIARY -> auxiliary;
    };
  }

  /// The node to ask for a key, or null if none is available.
  public @Nullable Node route(CharSequence key, Predicate<? super Node> isAvailable) {
    Node owner = main.owner(key);
    if (owner != null && isAvailable.test(owner)) {
      return owner;
    }
    Node fallback = auxiliary.owner(key, isAvailable);
    return fallback != null ? fallback : main.owner(key, isAvailable);
  }
}
