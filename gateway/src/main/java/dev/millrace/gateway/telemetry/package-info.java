/// What a gateway tells of itself: counters and histograms, and what they are made of.
package dev.millrace.gateway.telemetry;
