package dev.millrace.store;

import dev.millrace.store.memory.MemoryStats;
import dev.millrace.store.ssd.SsdStats;
import java.util.Optional;

/// What a store holds, tier by tier.
///
/// @param ssd nothing where there is no such tier
public record TieredStats(MemoryStats memory, Optional<SsdStats> ssd) {}
