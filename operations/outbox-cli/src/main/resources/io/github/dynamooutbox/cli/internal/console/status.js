// What is live: the verdict, the targets and the relay.

import { age, byId, count, el, lag, setText, since, table, update, utc } from './dom.js';
import { plots } from './plots.js';

export function verdict(news, redrive) {
  const { findings, headline, calm } = news.status.verdict;
  const worst = findings[0]?.level ?? 'good';
  byId('verdict').dataset.level = worst;
  const bad = findings.filter((each) => each.level === 'bad').length;
  setText(byId('headline'), headline);
  setText(byId('calm'), worst === 'good' ? calm : '');
  byId('calm').hidden = worst !== 'good';
  document.title = worst === 'bad' ? `(${bad}) ${news.status.table} · Outbox` : `${news.status.table} · Outbox`;
  update(byId('findings'), findings.map((each) => finding(each, news, redrive)));
}

/** Why the events of a group are parked, the most frequent cause first. */
export const causesOf = ({ target, reason }, news) =>
  news.status.verdict.causes.find((one) => one.target === target && one.reason === reason)?.causes ?? [];

/** A cause, with how many events of which types it stopped among those that were looked at. */
export const said = ({ code, message, events, types }) => el('p', { class: 'said' }, el('code', {}, code), ' ',
  `${count(events, 'event')} (${Object.entries(types).map(([type, number]) => `${type} ${number.toLocaleString('en')}`).join(', ')}): `, message);

const MARKS = { bad: 'Problem', warning: 'Warning' };

function finding(each, news, redrive) {
  const causes = each.redrive ? causesOf(each.redrive, news) : [];
  return el('li', { class: `finding ${each.level}`, 'data-item': each.redrive && `${each.redrive.target} ${each.redrive.reason}` },
    el('div', {},
      el('p', { class: 'what' }, el('span', { class: 'unseen' }, `${MARKS[each.level]}: `), each.what),
      ...causes.slice(0, 3).map((cause) => said(cause)),
      el('p', { class: 'advice' }, each.advice, ' ', el('span', { class: 'as-of' }, `As of ${utc(news.status.at)}.`))),
    each.redrive && redrive ? el('button', {
      type: 'button', class: each.level === 'bad' ? 'primary' : '',
      'data-focus': `redrive ${each.redrive.target} ${each.redrive.reason}`,
      'aria-label': `Redrive ${each.redrive.reason} for ${each.redrive.target}`,
      onclick: () => redrive({ act: 'redrive', target: each.redrive.target, reason: each.redrive.reason }),
    }, 'Redrive…') : null,
    each.redrive && redrive && each.redrive.reason !== 'BLOCKED' ? el('button', {
      type: 'button', 'data-focus': `discard finding ${each.redrive.target} ${each.redrive.reason}`,
      'aria-label': `Discard ${each.redrive.reason} for ${each.redrive.target}`,
      onclick: () => redrive({ act: 'discard', target: each.redrive.target, reason: each.redrive.reason }),
    }, 'Discard…') : null);
}

const STATES = { FAILING: 'failing', OPEN: 'down', HALF_OPEN: 'accepting again' };

export function targets(news) {
  byId('no-receipts').hidden = news.flow !== undefined;
  update(byId('target-cards'), news.targets.map((name) => card(name, news)));
}

function card(name, news) {
  const circuit = news.status.circuits[name];
  const parked = news.status.parked.groups.filter((each) => each.target === name)
    .reduce((sum, each) => sum + each.events, 0);
  const isQuiet = news.flow?.targets[name]?.events.every((each) => each === 0);
  const state = circuit ? STATES[circuit.state] : parked ? 'holding back' : isQuiet ? 'quiet' : 'flowing';
  const level = circuit?.state === 'OPEN' ? 'bad' : circuit?.state === 'FAILING' || parked ? 'warning' : 'good';
  const id = `target-${news.targets.indexOf(name)}`;
  return el('article', { class: `card ${level}`, 'aria-labelledby': id },
    el('header', {},
      el('h3', { id }, name),
      el('span', { class: `badge ${level}` }, state),
      parked ? el('span', { class: 'badge bad' }, `${parked.toLocaleString('en')} parked`) : null),
    news.flow ? plots(name, news.flow) : null);
}

export function relay(news) {
  const { status } = news;
  const beat = status.heartbeat;
  setText(byId('heartbeat'), beat
    ? beat.arrived
      ? `The last heartbeat was committed ${since(beat.committed, status.at)} ago and arrived within ${lag(Math.max(0, Date.parse(beat.arrived) - Date.parse(beat.committed)))}.`
      : `No heartbeat has arrived that was committed in the last ${since(beat.committed, status.at)}.`
    : 'There is no heartbeat in the table.');
  update(byId('shards'), [
    table('Shards of the stream', ['Shard', 'Relayed by', 'Lag'], status.shards.map((each) => [
      each.shard, each.renewed === false ? `${each.owner}, does not renew its lease` : each.owner ?? '–', each.lagMillis === undefined ? 'not visible' : age(each.lagMillis)])),
    ...(status.shards.some((each) => each.lagMillis === undefined) ? [
      el('p', { class: 'hint' }, 'Without a lease, the lag is not known here. Lambda keeps its positions to itself: the lag is the metric IteratorAge of the function. A KCL relay has taken no lease yet, or keeps its leases elsewhere (--lease-table).')] : []),
  ]);
}
