/// What answers of `/status` amount to: counters only grow, so all that is told of a time is their
/// difference over it.

/// How long samples are kept, in seconds.
export const WINDOW = 300;

/// Two samples further apart than this, in seconds, have a gap between them.
const GAP = 5;

/// The sources that are a hit.
export const HELD = ['memory', 'ssd'];

/// The values of a metric's points that have those labels, added up.
export function total(metrics, name, labels = {}) {
  return points(metrics, name, labels).reduce((sum, point) => sum + point.value, 0);
}

export function points(metrics, name, labels = {}) {
  return (metrics[name] ?? []).filter(point =>
    Object.entries(labels).every(([label, value]) => point[label] === value));
}

/// The sums of a metric's points, by the values of a label.
function by(metrics, name, label) {
  const sums = {};
  for (const point of points(metrics, name)) {
    sums[point[label]] = (sums[point[label]] ?? 0) + point.value;
  }
  return sums;
}

/// The counts of a histogram's buckets, by source.
function buckets(metrics, name) {
  return Object.fromEntries(points(metrics, name).map(point =>
    [point.source, point.buckets.map(bucket => bucket.count)]));
}

/// The upper bounds of a histogram's buckets, in seconds. The last is null.
function bounds(metrics, name) {
  return points(metrics, name)[0]?.buckets.map(bucket => bucket.le) ?? [];
}

/// The counters of a status, as the history keeps them.
///
/// `at` is when it came, in seconds of any clock that only goes forward.
function sample(status, at) {
  const metrics = status.metrics;
  const histograms = {
    firstByte: 'millrace_request_first_byte_seconds',
    lastByte: 'millrace_request_duration_seconds',
  };
  const latency = {};
  for (const [which, name] of Object.entries(histograms)) {
    latency[which] = { bounds: bounds(metrics, name), counts: buckets(metrics, name) };
  }
  return {
    at,
    latency,
    statuses: by(metrics, 'millrace_requests_total', 'status'),
    sources: by(metrics, 'millrace_requests_total', 'source'),
    bytes: total(metrics, 'millrace_response_body_bytes_total'),
    handshakes: {
      ...by(metrics, 'millrace_tls_handshakes_total', 'kind'),
      failed: total(metrics, 'millrace_connections_ended_total', { how: 'unestablished' }),
    },
    ends: by(metrics, 'millrace_connections_ended_total', 'how'),
    pauses: total(metrics, 'jvm_gc_pauses_total'),
    paused: total(metrics, 'jvm_gc_pause_seconds_total'),
  };
}

/// The samples of the last minutes.
export class History {
  #samples = [];
  #start = null;

  add(status, at) {
    const start = total(status.metrics, 'process_start_time_seconds');
    if (start !== this.#start) {
      // Another process counts from zero.
      this.#samples = [];
      this.#start = start;
    }
    this.#samples.push(sample(status, at));
    this.#samples = this.#samples.filter(each => at - each.at <= WINDOW);
  }

  get latest() {
    return this.#samples.at(-1);
  }

  /// The youngest sample that is so many seconds older than another, or the oldest of all.
  #before(than, seconds) {
    const old = this.#samples.findLast(each => than.at - each.at >= seconds - 0.5);
    return old ?? this.#samples[0];
  }

  /// What the last seconds came to; null before there are two samples.
  over(seconds) {
    return this.#between(this.#before(this.latest, seconds), this.latest);
  }

  #between(first, last) {
    return last.at > first.at ? new Difference(first, last) : null;
  }

  /// A number for each sample but the first, of the difference to the one that is so many seconds
  /// older; null where there is a gap.
  series(of, seconds = 1) {
    return this.#samples.slice(1).map((each, i) => {
      const isGap = each.at - this.#samples[i].at > GAP;
      return {
        at: each.at,
        value: isGap ? null : of(this.#between(this.#before(each, seconds), each)),
      };
    });
  }
}

/// What came about between two samples.
class Difference {
  #first;
  #last;

  constructor(first, last) {
    this.#first = first;
    this.#last = last;
  }

  #seconds() {
    return this.#last.at - this.#first.at;
  }

  /// How much a counter grew: the one that `of` finds in a sample.
  growth(of) {
    return (of(this.#last) ?? 0) - (of(this.#first) ?? 0);
  }

  /// By how much a second.
  rate(of) {
    return this.growth(of) / this.#seconds();
  }

  requests() {
    return this.rate(each => sum(Object.values(each.statuses)));
  }

  /// The share of answers with bytes of objects that came from these sources; null if there were no
  /// such answers.
  share(sources) {
    const all = this.growth(({ sources: { none, ...others } }) => sum(Object.values(others)));
    const wanted = this.growth(each => sum(sources.map(source => each.sources[source] ?? 0)));
    return all > 0 ? wanted / all : null;
  }

  /// Within how many seconds that share of the answers came; null if there were none.
  ///
  /// `which` is a histogram; `source` one of its sources, or absent for all.
  quantile(which, share, source) {
    const { bounds, counts } = this.#last.latency[which];
    const before = this.#first.latency[which].counts;
    const grown = bounds.map(() => 0);
    for (const each of source === undefined ? Object.keys(counts) : [source]) {
      counts[each]?.forEach((count, i) => grown[i] += count - (before[each]?.[i] ?? 0));
    }
    return quantile(bounds, grown, share);
  }
}

function sum(numbers) {
  return numbers.reduce((a, b) => a + b, 0);
}

/// Taken for evenly spread within a bucket, as Prometheus does.
function quantile(bounds, counts, share) {
  const rank = share * sum(counts);
  let below = 0;
  for (let i = 0; i < counts.length; i++) {
    if (counts[i] > 0 && below + counts[i] >= rank) {
      const low = i === 0 ? 0 : bounds[i - 1];
      return bounds[i] === null ? Infinity : low + (bounds[i] - low) * (rank - below) / counts[i];
    }
    below += counts[i];
  }
  return null;
}
