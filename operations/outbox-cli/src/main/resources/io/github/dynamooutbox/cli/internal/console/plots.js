// Plots of the last minutes, each also in words and as a table.

import { age, el, lag, svg, table, utc } from './dom.js';

const WIDTH = 360;
const HEIGHT = 72;

function path(values, top) {
  const x = (index) => (index * WIDTH) / (values.length - 1);
  const y = (value) => HEIGHT - 2 - (value / top) * (HEIGHT - 8);
  return values.map((value, index) => `${index ? 'L' : 'M'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`).join('');
}

function plot(kind, values, top, text) {
  const line = path(values, top);
  return svg('svg', { class: `plot ${kind}`, viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': text },
    svg('path', { class: 'area', d: `${line}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z` }),
    svg('path', { class: 'line', d: line, 'vector-effect': 'non-scaling-stroke' }));
}

const figure = (kind, title, now, top, drawn) =>
  el('figure', {},
    el('figcaption', {}, el('span', { class: 'name' }, title), el('strong', {}, now), el('span', { class: 'peak' }, top)),
    drawn);

/** A row takes so many steps: ten minutes are twenty halves. */
const PER_ROW = 6;

/** The same for readers who cannot see the plots. */
function figures(name, flow) {
  const rows = [];
  const each = flow.targets[name];
  for (let end = each.events.length; end > 0; end -= PER_ROW) {
    const from = Math.max(0, end - PER_ROW);
    const at = new Date(Date.parse(flow.end) - (each.events.length - end) * flow.stepMillis);
    rows.push([
      utc(at),
      String(each.events.slice(from, end).reduce((sum, value) => sum + value, 0)),
      lag(Math.max(...each.slowestMillis.slice(from, end))),
    ]);
  }
  return table(`What ${name} has accepted, every ${age(PER_ROW * flow.stepMillis)}`, ['Until', 'Events', 'Oldest was'], rows);
}

/** Flow and lag of a target. */
export function plots(name, flow) {
  const { events, slowestMillis } = flow.targets[name];
  const lately = Math.max(1, Math.round(60000 / flow.stepMillis));
  const minutesLately = (lately * flow.stepMillis) / 60000;
  const last = events.slice(-lately).reduce((sum, value) => sum + value, 0);
  const perMinute = Math.round(last / minutesLately);
  const then = minutesLately === 1 ? 'the last minute' : `the last ${minutesLately} minutes`;
  const slowest = Math.max(...slowestMillis.slice(-lately));
  const most = Math.max(...events);
  const mostLag = Math.max(...slowestMillis);
  const minutes = Math.round((events.length * flow.stepMillis) / 60000);
  const flowNow = `${perMinute.toLocaleString('en')} / min`;
  const lagNow = last ? lag(slowest) : 'nothing flows';
  const mostPerMinute = Math.round(most * (60000 / flow.stepMillis)).toLocaleString('en');
  return [
    figure('flow', 'Flow', flowNow, `peak ${mostPerMinute} / min`,
      plot('flow', events, Math.max(most, 1),
        `Flow to ${name} in the last ${minutes} minutes: ${last} events in ${then}, at most ${mostPerMinute} a minute`)),
    figure('lag', 'Lag', lagNow, `peak ${lag(mostLag)}`,
      plot('lag', slowestMillis, Math.max(mostLag, 1000),
        `Lag of ${name} in the last ${minutes} minutes, from commit to receipt: ${lagNow} in ${then}, at most ${lag(mostLag)}`)),
    el('details', {},
      el('summary', { 'data-focus': `figures ${name}` }, 'As a table', el('span', { class: 'unseen' }, ` for ${name}`)),
      figures(name, flow)),
  ];
}
