/// Figures as people read them; a dash stands for those that there are none of.

const BINARY = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];
const SPANS = [[86_400, 'd'], [3_600, 'h'], [60, 'min'], [1, 's']];
const NONE = '–';

/// Three digits that matter, or all before the point.
export function number(value) {
  if (value == null) {
    return NONE;
  }
  const told = value < 1_000 ? Number(value.toPrecision(3)) : Math.round(value);
  return told.toLocaleString('en', { maximumFractionDigits: 4 });
}

export function percent(ratio) {
  return ratio == null ? NONE : `${(100 * ratio).toFixed(1)} %`;
}

export function bytes(value) {
  if (value == null) {
    return NONE;
  }
  let unit = 0;
  while (value >= 1_024 && unit < BINARY.length - 1) {
    value /= 1_024;
    unit++;
  }
  return `${number(value)} ${BINARY[unit]}`;
}

/// How long something took, in seconds; what is longer than can be told is infinite.
export function duration(seconds) {
  if (seconds == null) {
    return NONE;
  }
  if (seconds === Infinity) {
    return 'over 60 s';
  }
  return seconds < 1 ? `${number(seconds * 1_000)} ms` : `${number(seconds)} s`;
}

/// A time that has passed, in seconds, by the largest unit that it is one of.
export function span(seconds) {
  const [size, unit] = SPANS.find(([each]) => seconds >= each) ?? SPANS.at(-1);
  return `${Math.round(seconds / size)} ${unit}`;
}

/// The time of day.
export function time(date) {
  return date.toLocaleTimeString('en-GB');
}
