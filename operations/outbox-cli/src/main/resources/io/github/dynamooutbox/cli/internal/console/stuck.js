// What is parked, by target and reason, and the events that wait.

import { byId, el, since, table, update } from './dom.js';
import { get } from './server.js';
import { causesOf, said } from './status.js';

/** What is listed, by group: the answer, and what was asked for it (a code, a type, a text, more than the first hundred). */
const opened = new Map();

/** The last request of each group whose list is open: an older answer is not shown. */
const latest = new Map();

const KINDS = { reroute: 'Reroute', discard: 'Discard' };

function choice(name, label, all, values) {
  return el('select', { name, 'aria-label': label, 'data-focus': `filter ${name}` }, el('option', { value: '', 'data-item': '' }, all), values.map((each) => el('option', { value: each, 'data-item': each }, each)));
}

/** What was asked for the list that is shown; elements keep their first listeners, which may be older. */
const listed = (group) => opened.get(`${group.target} ${group.reason}`)?.wanted ?? {};

const narrowOf = ({ more, from, ...narrow }) => narrow;

const PAGE = 100;

const boxes = (element) => [...element.closest('[data-events]').querySelectorAll('tbody input[type=checkbox]')];

/** What is ticked of the page that is shown, by what the server calls each. */
const ticked = (element) => boxes(element).filter((box) => box.checked)
  .map((box) => ({ key: box.dataset.key, aggregate: box.dataset.aggregate }));

function tick(each) {
  return el('input', { type: 'checkbox', 'aria-label': `Tick event ${each.id} of ${each.aggregate}`, 'data-focus': `tick ${each.target} ${each.key}`, 'data-key': each.key, 'data-aggregate': each.aggregate });
}

/** What only waits for its target is published as a whole: nothing of it is ticked. */
const canTick = (group) => group.reason !== 'BLOCKED';

/** Takes out exactly what is ticked, or redrives the lanes that it is the first of. */
function deciders(group, act) {
  const kinds = { redrive: 'Redrive', ...KINDS };
  return el('p', { class: 'choices' },
    el('button', { type: 'button', class: 'small', 'data-focus': 'tick all', onclick: (event) => {
      const all = boxes(event.target);
      const wanted = all.some((box) => !box.checked);
      all.forEach((box) => { box.checked = wanted; });
    } }, 'Tick all on this page'),
    Object.entries(kinds).map(([kind, word]) => el('button', { type: 'button', class: 'small', 'data-focus': `${kind} ticked`,
      onclick: (event) => act({ act: kind, target: group.target, chosen: ticked(event.target) }) }, kind === 'redrive' ? 'Redrive ticked…' : `${word} ticked…`)));
}

/** The page before, and the next one. */
function pages(group, answer, wanted, again) {
  const from = Number(wanted.from ?? 0);
  const size = wanted.more ? 10 * PAGE : PAGE;
  if (from === 0 && !answer.more) {
    return [];
  }
  const turn = (name, first) => el('button', { type: 'button', class: 'small', 'data-focus': `page ${name}`,
    onclick: () => again({ ...listed(group), from: String(first(Number(listed(group).from ?? 0), listed(group).more ? 10 * PAGE : PAGE)) }) }, name);
  return [el('p', { class: 'choices hint' }, answer.events.length === 0 ? null : `${(from + 1).toLocaleString('en')} to ${(from + answer.events.length).toLocaleString('en')}.`,
    from > 0 ? turn('Previous', (here, step) => Math.max(0, here - step)) : null,
    answer.more ? turn('Next', (here, step) => here + step) : null,
    size > PAGE ? null : el('button', { type: 'button', class: 'small', 'data-focus': 'more', onclick: () => again({ ...listed(group), more: 'true' }) }, '1,000 a page'))];
}

function filters(group, causes, wanted, act, again) {
  return el('form', { class: 'choices filter', onsubmit: (event) => {
    event.preventDefault();
    again(Object.fromEntries([...new FormData(event.target)].filter(([, value]) => value.trim() !== '')));
  } },
    choice('code', 'Code', 'All codes', causes.map((each) => each.code)),
    choice('type', 'Type', 'All types', [...new Set(causes.flatMap((each) => Object.keys(each.types)))]),
    el('input', { type: 'search', name: 'text', 'aria-label': 'Text in aggregate, id, type, code or message', placeholder: 'Text', autocomplete: 'off', 'data-focus': 'filter text' }),
    el('button', { class: 'small', 'data-focus': 'filter' }, 'Filter'),
    // What is only blocked is published by a redrive.
    ...(Object.keys(narrowOf(wanted)).length === 0 || group.reason === 'BLOCKED' ? [] : Object.entries(KINDS).map(([kind, word]) => el('button', {
      type: 'button', class: 'small', 'data-focus': `${kind} filtered`,
      onclick: () => act({ act: kind, target: group.target, reason: group.reason, ...narrowOf(listed(group)) }),
    }, `${word} all that match and have failed…`))));
}

const eventsOf = (group, causes, { answer, wanted }, act, again) => [
  filters(group, causes, wanted, act, again),
  canTick(group) && answer.events.length > 0 ? deciders(group, act) : null,
  answer.events.length === 0 ? el('p', { class: 'empty' }, 'None of them.') : table(`Events parked for ${group.target} with ${group.reason}`, ['Aggregate', 'Event', 'Reason', 'Why', 'Parked', 'Decide'],
    answer.events.map((each) => [
      el('span', { class: 'ticked' }, canTick(group) ? tick(each) : null, el('a', { href: `#aggregate=${encodeURIComponent(each.aggregate)}`, 'data-focus': `event ${each.target} ${each.record} ${each.index}` }, each.aggregate)),
      `${each.type} ${each.id}`, each.reason, each.reason === 'BEHIND' ? each.message : `${each.code}: ${each.message}`, `${since(each.parkedAt, new Date().toISOString())} ago`,
      el('span', { class: 'choices' }, Object.entries(KINDS).map(([kind, word]) => el('button', {
        type: 'button', class: 'small', 'data-focus': `${kind} ${each.target} ${each.record} ${each.index}`, 'aria-label': `${kind} event ${each.id} for ${each.target}`,
        onclick: () => act({ act: kind, target: each.target, aggregate: each.aggregate, event: each.id }),
      }, `${word}…`)))])),
  ...pages(group, answer, wanted, again),
].filter(Boolean);

/** The page keeps its elements: the one that is there is the one to fill. */
const boxOf = (key) => [...document.querySelectorAll('[data-events]')].find((each) => each.dataset.events === key);

const failed = (message) => el('p', { class: 'problem', role: 'alert' }, message);

async function read(group, key, causes, act, wanted) {
  const mine = {};
  latest.set(key, mine);
  const show = (content) => {
    const box = boxOf(key);
    if (box) {
      update(box, content);
    }
  };
  try {
    const answer = await get('parked', { target: group.target, reason: group.reason, ...wanted });
    if (latest.get(key) === mine) {
      opened.set(key, { answer, wanted });
      show(eventsOf(group, causes, opened.get(key), act, (other) => read(group, key, causes, act, other)));
    }
  } catch (problem) {
    if (latest.get(key) === mine) {
      opened.set(key, { problem: problem.message });
      show(failed(problem.message));
    }
  }
}

function card(group, news, act) {
  const key = `${group.target} ${group.reason}`;
  const causes = causesOf(group, news);
  const known = opened.get(key);
  const again = (wanted) => read(group, key, causes, act, wanted);
  const box = el('div', { 'data-events': key }, !known ? el('p', { class: 'hint' }, 'Reading …') : known.problem ? failed(known.problem) : eventsOf(group, causes, known, act, again));
  const id = `stuck-${key.replaceAll(/[^A-Za-z0-9]/g, '-')}`;
  return el('article', { class: 'card group', 'aria-labelledby': id, 'data-item': key },
    el('header', {},
      el('h3', { id }, group.target === '*' ? 'all targets' : group.target, ' ', el('span', { class: 'badge bad' }, group.reason)),
      el('button', { type: 'button', class: 'small', 'data-focus': `act ${key}`, onclick: () => act({ act: 'redrive', target: group.target, reason: group.reason }) }, 'Redrive…'),
      ...(group.reason === 'BLOCKED' ? [] : Object.entries(KINDS).map(([kind, word]) => el('button', { type: 'button', class: 'small', 'data-focus': `${kind} ${key}`,
        onclick: () => act({ act: kind, target: group.target, reason: group.reason }) }, `${word}…`)))),
    el('dl', { class: 'figures' },
      el('div', {}, el('dt', {}, 'Events'), el('dd', {}, group.events.toLocaleString('en'))),
      el('div', {}, el('dt', {}, 'Queues'), el('dd', {}, group.queues.toLocaleString('en'))),
      el('div', {}, el('dt', {}, 'Oldest'), el('dd', {}, since(group.oldest, news.status.at))),
      el('div', { class: 'why' }, el('dt', {}, 'Why'), el('dd', {}, causes.length ? causes.map((cause) => said(cause)) : '–'))),
    el('details', { ontoggle: (event) => {
      if (event.target.open && !opened.has(key)) {
        again({});
      } else if (!event.target.open) {
        close(key);
      }
    } }, el('summary', { 'data-focus': `events ${key}` }, 'Which events', el('span', { class: 'unseen' }, ` are parked for ${group.target}, ${group.reason}`)), box),
    news.status.parked.groups.find((each) => each.target === group.target) !== group ? null
      : el('p', { class: 'choices' }, el('button', { type: 'button', class: 'small', 'data-focus': `purge ${group.target}`,
        onclick: () => act({ act: 'purge', target: group.target }) }, `Purge all for ${group.target === '*' ? 'all targets' : group.target}…`)));
}

function close(key) {
  opened.delete(key);
  latest.delete(key);
}

export function stuck(news, act) {
  const { groups } = news.status.parked;
  const there = new Set(groups.map((each) => `${each.target} ${each.reason}`));
  [...latest.keys()].filter((key) => !there.has(key)).forEach(close);
  update(byId('stuck-groups'), groups.length === 0
    ? el('p', { class: 'empty' }, 'Nothing is parked.')
    : groups.map((each) => card(each, news, act)));
}
