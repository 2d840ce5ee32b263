// Plots of the last minutes, each also in words and as a table.

import { el, lag, svg, table, utc } from './dom.js';

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

/** Ten minutes in steps of half a minute, for readers who cannot see the plots. */
function figures(name, flow, perStep) {
  const rows = [];
  const each = flow.targets[name];
  for (let end = each.events.length; end > 0 && rows.length < 20; end -= perStep) {
    const from = Math.max(0, end - perStep);
    const at = new Date(Date.parse(flow.end) - (each.events.length - end) * flow.stepMillis);
    rows.push([
      utc(at),
      String(each.events.slice(from, end).reduce((sum, value) => sum + value, 0)),
      lag(Math.max(...each.slowestMillis.slice(from, end))),
    ]);
  }
  return table(`What ${name} has accepted, by half minutes`, ['Until', 'Events', 'Oldest was'], rows);
}

/** Flow and lag of a target. */
export function plots(name, flow) {
  const { events, slowestMillis } = flow.targets[name];
  const minute = Math.round(60000 / flow.stepMillis);
  const last = events.slice(-minute);
  const perMinute = last.reduce((sum, value) => sum + value, 0);
  const slowest = Math.max(...slowestMillis.slice(-minute));
  const most = Math.max(...events);
  const mostLag = Math.max(...slowestMillis);
  const minutes = Math.round((events.length * flow.stepMillis) / 60000);
  const flowNow = `${perMinute.toLocaleString('en')} / min`;
  const lagNow = perMinute ? lag(slowest) : 'nothing flows';
  const mostPerMinute = Math.round(most * (60000 / flow.stepMillis)).toLocaleString('en');
  return [
    figure('flow', 'Flow', flowNow, `peak ${mostPerMinute} / min`,
      plot('flow', events, Math.max(most, 1),
        `Flow to ${name} in the last ${minutes} minutes: ${perMinute} events in the last minute, at most ${mostPerMinute} a minute`)),
    figure('lag', 'Lag', lagNow, `peak ${lag(mostLag)}`,
      plot('lag', slowestMillis, Math.max(mostLag, 1000),
        `Lag of ${name} in the last ${minutes} minutes, from commit to receipt: ${lagNow} in the last minute, at most ${lag(mostLag)}`)),
    el('details', {},
      el('summary', { 'data-focus': `figures ${name}` }, 'As a table', el('span', { class: 'unseen' }, ` for ${name}`)),
      figures(name, flow, Math.round(30000 / flow.stepMillis))),
  ];
}
