// What is parked, by target and reason, and the events that wait.

import { byId, el, since, table, update } from './dom.js';
import { get } from './server.js';
import { causesOf, said } from './status.js';

const opened = new Map();

const eventsOf = (group, answer, act) => [
  table(`Events parked for ${group.target} with ${group.reason}`, ['Aggregate', 'Event', 'Reason', 'Why', 'Parked', 'Decide'],
    answer.events.map((each) => [
      el('a', { href: `#aggregate=${encodeURIComponent(each.aggregate)}`, 'data-focus': `event ${each.target} ${each.record} ${each.index}` }, each.aggregate),
      `${each.type} ${each.id}`, each.reason, each.reason === 'BEHIND' ? each.message : `${each.code}: ${each.message}`, `${since(each.parkedAt, new Date().toISOString())} ago`,
      el('span', { class: 'choices' }, ['reroute', 'discard'].map((kind) => el('button', {
        type: 'button', class: 'small', 'data-focus': `${kind} ${each.target} ${each.record} ${each.index}`, 'aria-label': `${kind} event ${each.id} for ${each.target}`,
        onclick: () => act({ act: kind, target: each.target, aggregate: each.aggregate, event: each.id }),
      }, kind === 'reroute' ? 'Reroute…' : 'Discard…')))])),
  ...(answer.more ? [el('p', { class: 'hint' }, 'These are the first 100.')] : []),
];

async function read(group, key, box, act) {
  try {
    const answer = await get('parked', { target: group.target, reason: group.reason });
    opened.set(key, answer);
    update(box, eventsOf(group, answer, act));
  } catch (problem) {
    update(box, el('p', { class: 'problem', role: 'alert' }, problem.message));
  }
}

function card(group, news, act) {
  const key = `${group.target} ${group.reason}`;
  const causes = causesOf(group, news);
  const known = opened.get(key);
  const box = el('div', {}, known ? eventsOf(group, known, act) : el('p', { class: 'hint' }, 'Reading …'));
  const id = `stuck-${key.replaceAll(/[^A-Za-z0-9]/g, '-')}`;
  return el('article', { class: 'card group', 'aria-labelledby': id, 'data-item': key },
    el('header', {},
      el('h3', { id }, group.target === '*' ? 'all targets' : group.target, ' ', el('span', { class: 'badge bad' }, group.reason)),
      el('button', { type: 'button', class: 'small', 'data-focus': `act ${key}`, onclick: () => act({ act: 'redrive', target: group.target, reason: group.reason }) }, 'Redrive…'),
      ...(group.reason === 'BLOCKED' ? [] : ['reroute', 'discard'].map((kind) => el('button', { type: 'button', class: 'small', 'data-focus': `${kind} ${key}`,
        onclick: () => act({ act: kind, target: group.target, reason: group.reason }) }, kind === 'reroute' ? 'Reroute…' : 'Discard…')))),
    el('dl', { class: 'figures' },
      el('div', {}, el('dt', {}, 'Events'), el('dd', {}, group.events.toLocaleString('en'))),
      el('div', {}, el('dt', {}, 'Queues'), el('dd', {}, group.queues.toLocaleString('en'))),
      el('div', {}, el('dt', {}, 'Oldest'), el('dd', {}, since(group.oldest, news.status.at))),
      el('div', { class: 'why' }, el('dt', {}, 'Why'), el('dd', {}, causes.length ? causes.map((cause) => said(cause)) : '–'))),
    el('details', { ontoggle: (event) => {
      if (!event.target.open) opened.delete(key);
      else if (!opened.has(key)) read(group, key, box, act);
    } }, el('summary', { 'data-focus': `events ${key}` }, 'Which events', el('span', { class: 'unseen' }, ` are parked for ${group.target}, ${group.reason}`)), box));
}

export function stuck(news, act) {
  const { groups } = news.status.parked;
  update(byId('stuck-groups'), groups.length === 0
    ? el('p', { class: 'empty' }, 'Nothing is parked.')
    : groups.map((each) => card(each, news, act)));
}
