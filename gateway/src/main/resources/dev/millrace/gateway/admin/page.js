/// The page: asks `/status` once a second while somebody looks, and shows what it answers.

import * as actions from './actions.js';
import { bar, binary, columns, lineChart, ring } from './drawings.js';
import { HELD, History, WINDOW, points, total } from './figures.js';
import { bytes, duration, number, percent, span, time } from './words.js';

const PERIOD = 1_000;
const PATIENCE = 5_000;
const MINUTE = 60;

/// The order in which sources are told: the nearest first.
const SOURCES = ['memory', 'ssd', 'flight', 'peer', 'origin', 'sealed'];

const SOURCE_NAMES = {
  memory: 'memory',
  ssd: 'SSD',
  flight: 'on its way already',
  peer: 'another node',
  origin: 'origin',
  sealed: 'sealed form',
};

const END_NAMES = {
  closed: 'closed',
  truncated: 'cut off without a word',
  failed: 'failed',
  unestablished: 'before they were established',
};

const history = new History();
let mostQueued = 1;
let lastAnswer = null;
let isAsking = false;
let timer;

const at = id => document.getElementById(id);

/// Sets a text where it is another: whoever selects it or reads it aloud is left alone.
function tell(node, text) {
  if (node.textContent !== text) {
    node.textContent = text;
  }
}

/// Has a table say these rows, each a heading and its cells.
function fill(id, rows) {
  const body = at(id).tBodies[0];
  while (body.rows.length > rows.length) {
    body.lastElementChild.remove();
  }
  rows.forEach((cells, i) => {
    const row = body.rows[i] ?? body.insertRow();
    cells.forEach((text, column) => {
      tell(row.children[column] ?? row.appendChild(cell(column)), text);
    });
    while (row.children.length > cells.length) {
      row.lastElementChild.remove();
    }
  });
}

function cell(column) {
  const made = document.createElement(column === 0 ? 'th' : 'td');
  if (column === 0) {
    made.scope = 'row';
  }
  return made;
}

async function ask() {
  isAsking = true;
  try {
    const answer = await actions.authorized('status', {
      cache: 'no-store',
      signal: AbortSignal.timeout(PATIENCE),
    });
    if (answer.ok) {
      const status = await answer.json();
      lastAnswer = new Date();
      history.add(status, performance.now() / 1_000);
      show(status);
    } else if (answer.status >= 500) {
      showSilence();
    }
  } catch (error) {
    showSilence();
    if (!(error instanceof TypeError || error instanceof DOMException)) {
      throw error;
    }
  } finally {
    isAsking = false;
    // Another question may have been asked meanwhile, and have its successor.
    clearTimeout(timer);
    if (!document.hidden) {
      timer = setTimeout(ask, PERIOD);
    }
  }
}

function showSilence() {
  const since = lastAnswer === null ? 'yet' : `since ${time(lastAnswer)}`;
  showState('silent', `No answer ${since}; asking again every second`);
}

function showState(state, text) {
  const pill = at('state');
  tell(pill, text);
  pill.dataset.state = state;
  tell(document.querySelector('title'), `${text.split(';')[0]} – Millrace`);
}

function show(status) {
  const metrics = status.metrics;
  const started = total(metrics, 'process_start_time_seconds');
  tell(at('gateway'), `version ${status.version}, up for ${span(status.time / 1_000 - started)}`);
  showState(status.ready ? 'ready' : 'unready',
    status.ready ? 'Ready' : `Not ready: ${status.reasons.replaceAll('\n', '; ')}`);
  actions.showWhether(status.token);
  showNow(metrics);
  showRequests();
  showHits();
  showLatency();
  showConnections();
  showTiers(metrics);
  showQueues(metrics);
  showPauses(metrics);
  showFleet(status.fleet);
  showTop(status.top);
}

function showNow(metrics) {
  const recent = history.over(5);
  const minute = history.over(MINUTE);
  tell(at('requests-now'), number(recent?.requests()));
  tell(at('hits-now'), percent(minute?.share(HELD)));
  tell(at('latency-now'), duration(minute?.quantile('firstByte', 0.99)));
  tell(at('bytes-now'), bytes(recent?.rate(each => each.bytes)));
  tell(at('active-now'), number(total(metrics, 'millrace_requests_active')));
  tell(at('open-now'), number(total(metrics, 'millrace_connections_open')));
}

function chart(id, lines, say, top) {
  lineChart(at(id), { lines, now: history.latest.at, window: WINDOW, say, top });
}

/// Rows of counters: how fast each grew in the last minute, and how far it has come.
function counted(kinds, of, name = kind => kind) {
  const minute = history.over(MINUTE);
  return kinds.map(kind => [
    name(kind),
    number(minute?.rate(each => of(each)[kind])),
    number(of(history.latest)[kind] ?? 0),
  ]);
}

function showRequests() {
  chart('requests-chart', {
    'answers per second': history.series(each => each.requests()),
  }, number);
  chart('bytes-chart', {
    'bytes per second': history.series(each => each.rate(sample => sample.bytes)),
  }, bytes, binary);
  fill('requests-table', counted(['2xx', '3xx', '4xx', '5xx'], each => each.statuses));
}

function showHits() {
  chart('hits-chart',
    { 'from memory or SSD': history.series(each => each.share(HELD), 10) }, percent, () => 1);
  const minute = history.over(MINUTE);
  const used = SOURCES.filter(source => history.latest.sources[source] > 0);
  const parts = used.map(source => ({ kind: source, share: minute?.share([source]) ?? 0 }));
  bar(at('hits-bar'), parts,
    parts.map(({ kind, share }) => `${SOURCE_NAMES[kind]} ${percent(share)}`).join(', ')
      || 'nothing yet');
  fill('hits-table', used.map(source => [
    SOURCE_NAMES[source],
    percent(minute?.share([source])),
    number(minute?.rate(each => each.sources[source])),
  ]));
  used.forEach((source, i) => at('hits-table').tBodies[0].rows[i].dataset.kind = source);
}

function showLatency() {
  const which = document.querySelector('[name=latency]:checked').value;
  chart('latency-chart', {
    'half within': history.series(each => each.quantile(which, 0.5), 10),
    '99 % within': history.series(each => each.quantile(which, 0.99), 10),
  }, duration);
  const row = (name, difference, source) => [name, ...[0.5, 0.9, 0.99, 0.999].map(share =>
    duration(difference?.quantile(which, share, source)))];
  const minute = history.over(MINUTE);
  fill('latency-table', [
    row('all, last 10 s', history.over(10)),
    row('all', minute),
    ...SOURCES.filter(source => history.latest.sources[source] > 0)
      .map(source => row(SOURCE_NAMES[source], minute, source)),
  ]);
}

function showConnections() {
  fill('handshakes-table', counted(['full', 'resumed', 'failed'], each => each.handshakes));
  fill('ends-table', counted(Object.keys(END_NAMES), each => each.ends, kind => END_NAMES[kind]));
}

function showTiers(metrics) {
  const tiers = points(metrics, 'millrace_store_capacity_bytes');
  const drawn = at('tiers');
  tiers.forEach(({ tier, value: capacity }, i) => {
    const figure = drawn.children[i] ?? drawn.appendChild(tierFigure());
    const used = total(metrics, 'millrace_store_used_bytes', { tier });
    const entries = total(metrics, 'millrace_store_entries', { tier });
    const room = `${bytes(used)} of ${bytes(capacity)}`;
    const words = `${SOURCE_NAMES[tier]}: ${room}, ${number(entries)} entries`;
    tell(figure.firstElementChild, words);
    bar(figure, [{ kind: tier, share: Math.min(1, used / capacity) }], words);
  });
}

function tierFigure() {
  const figure = document.createElement('figure');
  figure.className = 'bar';
  figure.append(document.createElement('figcaption'));
  return figure;
}

function showQueues(metrics) {
  const depths = points(metrics, 'millrace_ssd_queue_depth').map(point => point.value);
  at('queues').hidden = depths.length === 0;
  if (depths.length > 0) {
    mostQueued = Math.max(mostQueued, ...depths);
    columns(at('queues'), depths, mostQueued,
      `core by core: ${depths.join(', ')}; most seen: ${mostQueued}`);
    tell(at('queues').firstElementChild,
      `SSD queue depth by core: now up to ${Math.max(...depths)}, most seen ${mostQueued}`);
  }
}

function showPauses(metrics) {
  chart('pauses-chart', {
    'milliseconds of each second': history.series(each => 1_000 * each.rate(one => one.paused)),
  }, value => `${number(value)} ms`);
  const minute = history.over(MINUTE);
  fill('pauses-table', [
    ['last minute', number(minute?.growth(each => each.pauses)),
      duration(minute?.growth(each => each.paused))],
    ['since the start', number(history.latest.pauses), duration(history.latest.paused)],
  ]);
  const longest = total(metrics, 'jvm_gc_pause_longest_seconds');
  const used = total(metrics, 'jvm_memory_used_bytes', { area: 'heap' });
  const most = total(metrics, 'jvm_memory_max_bytes', { area: 'heap' });
  tell(at('heap'), `The longest took ${duration(longest)}. Heap: ${bytes(used)} of ${bytes(most)}.`);
}

function showFleet(fleet) {
  at('fleet-map').hidden = fleet === undefined;
  if (fleet === undefined) {
    tell(at('fleet-said'), 'This gateway is in no fleet: every key is its own.');
    return;
  }
  const nodes = fleet.nodes;
  const count = nodes.length === 1 ? '1 node' : `${nodes.length} nodes`;
  tell(at('fleet-said'), `${count}, epoch ${fleet.epoch}, as this one sees them.`);
  const parts = nodes.filter(node => node.tier === 'main').map(({ share, state, name }) =>
    ({ share, kind: state, name: `${name}: ${percent(share)}` }));
  ring(at('fleet-ring'), parts, parts.map(part => part.name).join(', '));
  const isNamed = nodes.some(node => node.address !== undefined);
  document.querySelector('#fleet-table .named').hidden = !isNamed;
  fill('fleet-table', nodes.map(node => [
    node.name,
    percent(node.share),
    node.tier,
    number(node.weight),
    node.health ?? (node.state === 'self' ? 'this node' : node.state),
    ...(isNamed ? [node.address] : []),
  ]));
  nodes.forEach((node, i) => at('fleet-table').tBodies[0].rows[i].dataset.kind = node.state);
}

function showTop(top) {
  at('top-table').hidden = !(top?.length > 0);
  if (top === undefined) {
    tell(at('top-said'), 'The names of objects are shown to those who have the token.');
    return;
  }
  tell(at('top-said'), top.length === 0 ? 'Nothing was asked for lately.' : '');
  fill('top-table', top.map(each => [each.key, number(each.slice), number(each.perSecond)]));
}

document.addEventListener('visibilitychange', () => {
  if (!document.hidden && !isAsking) {
    ask();
  }
});
actions.onChoice('latency', () => {
  if (history.latest !== undefined) {
    showLatency();
  }
});
actions.listen({ changed: ask });
ask();
