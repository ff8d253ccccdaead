package dev.millrace.gateway.slice;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// A generation of slices that has begun with a purge.
///
/// @param failure why it holds until a restart only: it could not be written down; null if it could
public record Generation(long number, @Nullable IOException failure) {}
