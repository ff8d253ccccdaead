package dev.millrace.gateway.origin;

/// The name of an object: its bucket, and its key as S3 knows it, decoded.
public record ObjectName(String bucket, String key) {}
