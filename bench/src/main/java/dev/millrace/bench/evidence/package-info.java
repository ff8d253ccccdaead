/// What all benches together say of the ten known problems: [dev.millrace.bench.evidence.Claims]
/// are the problems, with what is measured about each and the bars it was to reach;
/// [dev.millrace.bench.evidence.EvidenceFolder] is where the results lie, and the page that is
/// written of them.
package dev.millrace.bench.evidence;
