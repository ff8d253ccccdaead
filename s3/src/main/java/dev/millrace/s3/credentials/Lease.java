package dev.millrace.s3.credentials;

import java.time.Instant;

/// Keys for a time.
///
/// @param end when the service ceases to honour them, by its own account
record Lease(Credentials keys, Instant end) {}
