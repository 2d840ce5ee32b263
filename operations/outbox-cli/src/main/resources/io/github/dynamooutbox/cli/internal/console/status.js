// What is live: the verdict, the targets and the relay.

import { age, byId, count, el, lag, setText, since, table, update } from './dom.js';
import { plots } from './plots.js';

export function verdict(news, redrive) {
  const worst = news.findings[0]?.level ?? 'good';
  byId('verdict').dataset.level = worst;
  const bad = news.findings.filter((each) => each.level === 'bad').length;
  const headline = worst === 'good' ? 'Everything flows'
    : bad ? `${count(bad, 'problem')} to look at` : 'Something to keep an eye on';
  setText(byId('headline'), headline);
  setText(byId('calm'), worst === 'good' ? news.calm : '');
  byId('calm').hidden = worst !== 'good';
  document.title = worst === 'bad' ? `(${bad}) ${news.status.table} · Outbox` : `${news.status.table} · Outbox`;
  update(byId('findings'), news.findings.map((each) => finding(each, news, redrive)));
}

const MARKS = { bad: 'Problem', warning: 'Warning' };

function finding(each, news, redrive) {
  const cause = each.redrive && news.causes.find((one) => one.target === each.redrive.target && one.reason === each.redrive.reason);
  return el('li', { class: `finding ${each.level}`, 'data-item': each.redrive && `${each.redrive.target} ${each.redrive.reason}` },
    el('div', {},
      el('p', { class: 'what' }, el('span', { class: 'unseen' }, `${MARKS[each.level]}: `), each.what),
      cause ? el('p', { class: 'said' }, el('code', {}, cause.code), ' ', cause.message) : null,
      el('p', { class: 'advice' }, each.advice)),
    each.redrive && redrive ? el('button', {
      type: 'button', class: each.level === 'bad' ? 'primary' : '',
      'data-focus': `redrive ${each.redrive.target} ${each.redrive.reason}`,
      'aria-label': `Redrive ${each.redrive.reason} for ${each.redrive.target}`,
      onclick: () => redrive({ act: 'redrive', target: each.redrive.target, reason: each.redrive.reason }),
    }, 'Redrive…') : null);
}

const STATES = { FAILING: 'failing', OPEN: 'down', HALF_OPEN: 'trying again' };

export function targets(news) {
  byId('no-receipts').hidden = news.flow !== undefined;
  update(byId('target-cards'), news.targets.map((name) => card(name, news)));
}

function card(name, news) {
  const circuit = news.status.circuits[name];
  const parked = news.status.parked.groups.filter((each) => each.target === name)
    .reduce((sum, each) => sum + each.events, 0);
  const state = circuit ? STATES[circuit.state] : parked ? 'holding back' : 'flowing';
  const level = circuit?.state === 'OPEN' ? 'bad' : circuit || parked ? 'warning' : 'good';
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
