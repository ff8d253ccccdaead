package dev.millrace.gateway.settings;

import java.nio.file.Path;

/// The text given for a setting, not yet understood.
///
/// @param source where it was given, as errors name it
/// @param folder the folder that a relative path in it starts from
record Given(String text, String source, Path folder) {}
