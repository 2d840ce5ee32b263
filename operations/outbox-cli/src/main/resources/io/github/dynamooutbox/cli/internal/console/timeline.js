// The timeline of one aggregate: what became of each of its events.

import { byId, count, el } from './dom.js';
import { get } from './server.js';

const time = (at) => el('time', { datetime: at }, `${at.slice(0, 10)} ${at.slice(11, 23).replace('Z', '')} UTC`);

function steps(event) {
  const all = [{ at: event.committed, kind: 'committed', text: 'committed' }];
  for (const [target, at] of Object.entries(event.published)) {
    all.push({ at, kind: 'published', text: `published to ${target}` });
  }
  if (event.dropped) {
    all.push({ at: event.dropped, kind: 'published', text: 'finished: no target takes it' });
  }
  return inOrder([...all, ...taken(event)]);
}

const inOrder = (steps) => steps.sort((one, other) => Date.parse(one.at) - Date.parse(other.at));

/** When it was parked, and what was decided. */
function taken(event) {
  const all = [];
  for (const each of event.parked) {
    all.push({ at: each.parkedAt, kind: 'parked', text: `parked for ${each.target}: ${each.reason}`, said: each.reason === 'BEHIND' ? each.message : `${each.code}: ${each.message}`, parked: each });
  }
  for (const each of event.decided) {
    const what = each.sentTo ? `sent to ${each.sentTo} instead of ${each.target}` : `discarded for ${each.target}`;
    all.push({ at: each.at, kind: 'decided', text: `${what} by ${each.by}`, said: each.reason });
  }
  return inOrder(all);
}

function step(each, event, aggregate, act) {
  const about = { target: each.parked?.target, aggregate, event: event.id };
  return el('li', { class: each.kind },
    time(each.at), el('span', { class: 'text' }, each.text),
    each.said ? el('p', { class: 'said' }, each.said) : null,
    each.parked && act ? el('p', { class: 'choices' },
      ['reroute', 'discard'].map((kind) => el('button', {
        type: 'button', class: 'small', 'aria-label': `${kind} event ${event.id} for ${each.parked.target}`,
        onclick: () => act({ act: kind, ...about }),
      }, kind === 'reroute' ? 'Reroute…' : 'Discard…'))) : null);
}

function card(event, aggregate, act) {
  const unknown = !event.dropped && [event.published, event.parked, event.decided].every((each) => Object.keys(each).length === 0);
  return el('li', { class: 'event' },
    el('h4', {}, event.sequence === undefined ? null : el('span', { class: 'sequence' }, `${event.sequence} `), event.type),
    el('p', { class: 'id' }, el('code', {}, event.id)),
    el('ol', { class: 'steps' }, steps(event).map((each) => step(each, event, aggregate, act))),
    unknown ? el('p', { class: 'hint' }, 'No receipt: it is not published yet, or receipts are off or expired.') : null,
    event.payload === undefined ? null : el('details', {}, el('summary', {}, 'Payload'), el('pre', { tabindex: '0' }, event.payload)));
}

/** A record that cannot be read: it can be parked and discarded all the same. */
function unreadable(record, aggregate, act) {
  const event = { id: record.parked[0]?.id, published: {}, ...record };
  return el('div', { class: 'event' },
    el('p', { class: 'problem' }, `Record ${record.sort} cannot be shown: it ${record.problem}`),
    el('ol', { class: 'steps' }, taken(event).map((each) => step(each, event, aggregate, act))));
}

/** Looks an aggregate up and shows it. */
export async function show(aggregate, act) {
  const result = byId('timeline-result');
  byId('aggregate').value = aggregate;
  result.setAttribute('aria-busy', 'true');
  try {
    const answer = await get('timeline', { aggregate });
    const targets = [...new Set(answer.events.flatMap((event) => event.parked.map((each) => each.target)))];
    result.replaceChildren(
      el('h3', { id: 'timeline-of', tabindex: '-1' }, answer.aggregate, el('span', { class: 'hint' }, ` ${count(answer.events.length, 'event')}, the oldest first`)),
      ...targets.filter(() => act).map((target) => el('p', { class: 'choices stuck-here' },
        el('span', {}, `Stuck for ${target}`),
        el('button', { type: 'button', class: 'primary small', onclick: () => act({ act: 'redrive', target, aggregate }) }, 'Redrive…'),
        el('button', { type: 'button', class: 'small', onclick: () => act({ act: 'reroute', target, aggregate }) }, 'Reroute what failed…'),
        el('button', { type: 'button', class: 'small', onclick: () => act({ act: 'discard', target, aggregate }) }, 'Discard what failed…'),
        el('button', { type: 'button', class: 'small', onclick: () => act({ act: 'discard', target, aggregate, behind: true }) }, 'Discard all…'))),
      el('ol', { class: 'events', 'aria-label': `Events of ${answer.aggregate}` }, answer.events.map((each) => card(each, aggregate, act))),
      ...answer.unreadable.map((each) => unreadable(each, aggregate, act)));
  } catch (problem) {
    result.replaceChildren(el('p', { class: 'problem', role: 'alert' }, problem.message));
  } finally {
    result.removeAttribute('aria-busy');
  }
}

/** A link may have been cut off in a chat, in the middle of a character: what is left of it counts. */
function decoded(text) {
  for (let end = text.length; end > 0; end -= 1) {
    try {
      return decodeURIComponent(text.slice(0, end));
    } catch {
      // Without its last character, perhaps.
    }
  }
  return text;
}

/** Looks up the aggregate that the form or the page's address names. */
export function listenForQuestions(act) {
  const ask = (aggregate) => show(aggregate, act);
  byId('timeline-form').addEventListener('submit', (event) => {
    event.preventDefault();
    const aggregate = byId('aggregate').value.trim();
    history.replaceState(null, '', `#aggregate=${encodeURIComponent(aggregate)}`);
    ask(aggregate);
  });
  const named = () => {
    const match = /^#aggregate=(.+)$/.exec(location.hash);
    if (match) {
      byId('timeline').scrollIntoView();
      ask(decoded(match[1]));
    }
  };
  addEventListener('hashchange', named);
  named();
}
