package dev.millrace.store.ssd;

import dev.millrace.seal.KeyService;
import dev.millrace.seal.SealConfig;

/// How entries are sealed before they are written to the device, and under which keys.
///
/// @param config how; what is there already opens whatever it says
/// @param keys asked once for a key to seal with, when a tier is opened, and for each key that an
///   earlier run sealed with, when the first entry of that run is read. To rotate is to have it
///   wrap under another key: entries name theirs, and those whose key it no longer knows are
///   misses. To unwrap must end in bounded time, by failing if need be: who waits for it holds one
///   of the buffers that all reads share
public record Sealing(SealConfig config, KeyService keys) {}
