/// Drawings of figures, in SVG, each with what it shows in words.

import { span } from './words.js';

const SVG = 'http://www.w3.org/2000/svg';
const WIDTH = 600;
const HEIGHT = 120;

/// How many seconds a chart shows at least.
const NARROWEST = 30;

function element(name, attributes, ...children) {
  const made = document.createElementNS(SVG, name);
  Object.entries(attributes).forEach(([attribute, value]) => made.setAttribute(attribute, value));
  made.append(...children);
  return made;
}

function picture(figure, width, height, words, ...children) {
  let svg = figure.querySelector('svg');
  if (!svg) {
    svg = element('svg', {
      viewBox: `0 0 ${width} ${height}`,
      preserveAspectRatio: 'none',
      role: 'img',
    });
    figure.append(svg);
  }
  svg.setAttribute('aria-label', words);
  svg.replaceChildren(...children);
  return svg;
}

/// The next of 1, 2, 5, 10, 20, … that is not less.
export function decimal(value) {
  const magnitude = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].find(step => step * magnitude >= value * 0.999_999) * magnitude;
}

/// The next power of two that is not less.
export function binary(value) {
  return 2 ** Math.ceil(Math.log2(value));
}

/// Draws how numbers went, over the seconds up to `now`.
///
/// `lines` are series by their names; `top` says where a scale ends that is to hold a number.
export function lineChart(figure, { lines, now, window, say, top: end = decimal }) {
  const series = Object.values(lines);
  const all = series.flat().filter(point => Number.isFinite(point.value));
  const oldest = Math.min(now, ...all.map(point => point.at));
  const shown = Math.min(window, Math.max(NARROWEST, now - oldest));
  const top = end(Math.max(1e-6, ...all.map(point => point.value)));
  const x = at => WIDTH * (1 - (now - at) / shown);
  const y = value => HEIGHT * (1 - Math.min(value, top) / top);
  const words = Object.entries(lines).map(([name, points]) => inWords(name, points, say));
  const grid = [0, 0.5, 1].map(part => element('line',
    { class: 'grid', x1: 0, x2: WIDTH, y1: HEIGHT * part, y2: HEIGHT * part }));
  picture(figure, WIDTH, HEIGHT, words.join('; '), ...grid, ...series.map((points, i) =>
    element('path', { class: `line line-${i}`, d: path(points, x, y) })));
  axis(figure, all.length === 0 ? '' : say(top), `${span(shown)} ago`);
}

function path(points, x, y) {
  let isDrawing = false;
  return points.map(({ at, value }) => {
    if (value === null) {
      isDrawing = false;
      return '';
    }
    const step = `${isDrawing ? 'L' : 'M'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`;
    isDrawing = true;
    return step;
  }).join('');
}

function inWords(name, points, say) {
  const values = points.map(point => point.value).filter(value => value !== null);
  if (values.length === 0) {
    return `${name}: nothing yet`;
  }
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return `${name}: now ${say(values.at(-1))}, least ${say(least)}, most ${say(most)}`;
}

function axis(figure, top, from) {
  let labels = figure.querySelector('.axis');
  if (!labels) {
    labels = document.createElement('p');
    labels.className = 'axis';
    labels.setAttribute('aria-hidden', 'true');
    labels.append(...['top', 'from', 'to'].map(name => {
      const label = document.createElement('span');
      label.className = name;
      return label;
    }));
    figure.append(labels);
  }
  [top, from, 'now'].forEach((text, i) => labels.children[i].textContent = text);
}

/// Draws shares of a whole beside each other: `parts` have a `share` and a `kind`, which is their
/// class.
export function bar(figure, parts, words) {
  let at = 0;
  picture(figure, 100, 4, words, element('rect', { class: 'ground', width: 100, height: 4 }),
    ...parts.map(({ share, kind }) => {
      const rect = element('rect', { class: kind, x: 100 * at, width: 100 * share, height: 4 });
      at += share;
      return rect;
    }));
}

/// Draws a number for each of many equal things, up to `most`.
export function columns(figure, values, most, words) {
  const width = 100 / values.length;
  picture(figure, 100, 30, words, ...values.flatMap((value, i) => [
    element('rect', { class: 'ground', x: width * i, width: width * 0.8, height: 30 }),
    element('rect', {
      class: 'column',
      x: width * i,
      y: 30 * (1 - value / most),
      width: width * 0.8,
      height: 30 * value / most,
    }),
  ]));
}

/// Draws shares of a whole around a ring, each with its name to point at.
export function ring(figure, parts, words) {
  let at = 0;
  const gap = parts.length > 1 ? 0.6 : 0;
  const svg = picture(figure, 42, 42, words,
    ...parts.map(({ share, kind, name }) => {
      const part = element('circle', {
        class: `arc ${kind}`,
        cx: 21,
        cy: 21,
        r: 16,
        pathLength: 100,
        'stroke-dasharray': `${Math.max(0, 100 * share - gap)} 100`,
        'stroke-dashoffset': -100 * at,
      }, element('title', {}, name));
      at += share;
      return part;
    }));
  svg.setAttribute('preserveAspectRatio', 'xMidYMid meet');
}
