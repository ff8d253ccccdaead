package dev.millrace.gateway.settings;

/// Where something listens.
record HostAndPort(String host, int port) {}
