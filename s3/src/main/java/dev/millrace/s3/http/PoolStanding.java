package dev.millrace.s3.http;

/// How many connections a client has, at one moment.
///
/// @param max how many it may have
/// @param leased how many exchanges have one
/// @param idle how many are kept for the next
/// @param pending how many exchanges wait for one
public record PoolStanding(int max, int leased, int idle, int pending) {}
