// What changes something, and the audit: first what would be done, then the question, then the act.

import { byId, count, el, setText, since, table } from './dom.js';
import { post } from './server.js';

const TITLES = { redrive: 'Redrive', reroute: 'Send to another target', discard: 'Discard', purge: 'Purge', audit: 'Audit', replay: 'Replay' };
const WORDS = {
  redrive: 'Publishes what is parked, in order. What is still not accepted stays where it is. If events are ticked: the whole lane of each that is the first of its lane.',
  reroute: 'Sends these events to another target, outside of its order, and takes them out of the queue.',
  discard: 'Takes these events out of the queue for good. The target never gets them.',
  purge: 'Discards for good everything that is parked for this target by now. Remove the target from the routes first.',
  replay: 'Publishes what the audit found missing, in the order of each aggregate, and again what came after it in an ordered lane. A relay that runs meanwhile may publish new events of the same aggregates in between.',
  audit: 'Proves for every event what became of it. Reads the whole table, as fast as it answers; outbox audit --rcu limits that. Changes nothing.',
};

let targets = [];
let running = false;

export const know = (names) => { targets = names; };

export const isWorking = () => running;

export function progress(news) {
  const line = document.getElementById('progress');
  if (running && line && news?.what) {
    const of = news.about > 0 ? ` of ${Math.max(news.about, news.done).toLocaleString('en')}` : '';
    setText(line, `${news.done.toLocaleString('en')}${of} ${news.what}`);
  }
}

function about({ target, aggregate, event, reason, type, code, text, chosen, since: from, audit }) {
  return [audit, from && `written since ${from}`, chosen && count(chosen.length, 'ticked event'), aggregate, event && `event ${event}`, target && `for ${target === '*' ? 'all targets' : target}`, reason, type, code, text && `"${text}"`].filter(Boolean).join(', ');
}

const QUEUES = { redrive: 'What would be published', purge: 'What would be discarded' };

function shown(order, plan) {
  if (order.act === 'audit') {
    return [el('p', { class: 'hint' }, `Its state, and what it finds missing, is kept in ${plan.directory}.`)];
  }
  if (order.act === 'replay') {
    const { report } = plan;
    return [
      table('What would be published', ['Target', 'Events', 'Of them again'], Object.entries(report.targets).map(([name, each]) =>
        [name, each.events.toLocaleString('en'), (each.again ?? 0).toLocaleString('en')])),
      report.lanesWaiting ? el('p', { class: 'hint' }, `${count(report.lanesWaiting, 'lane')} left out, because something is parked in them: redrive that first.`) : null,
      report.gone ? el('p', { class: 'hint' }, `${count(report.gone, 'event')} left out, because the record is no longer in the table.`) : null,
    ];
  }
  const now = new Date().toISOString();
  const more = plan.more ? el('p', { class: 'hint' }, `And ${plan.more.toLocaleString('en')} more.`) : null;
  const gone = plan.gone ? el('p', { class: 'hint' }, `${count(plan.gone, 'ticked event')} of them left the queue meanwhile.`) : null;
  return [QUEUES[order.act]
    ? table(QUEUES[order.act], ['Queue', 'Target', 'Reason', 'Events', 'Oldest'], plan.report.queues.map((each) => [
      each.aggregate ?? `${each.kind === 'single' ? 'single events' : 'backlog'}, part ${each.part}`,
      each.target, each.reason, each.events.toLocaleString('en'), since(each.oldest, now)]))
    : table('What would be taken out', ['Aggregate', 'Event', 'Reason', 'Said', 'Parked'], plan.report.events.map((each) => [
      each.aggregate, `${each.type} ${each.id}`,
      each.reason, each.reason === 'BEHIND' ? each.message : `${each.code}: ${each.message}`, `${since(each.parkedAt, now)} ago`])), more, gone];
}

function field(name, label, control, hint) {
  return el('p', { class: 'field' }, el('label', { for: name }, label), control, hint ? el('span', { class: 'hint', id: `${name}-hint` }, hint) : null);
}

function fields(order) {
  if (order.act === 'redrive' || order.act === 'audit') {
    return [];
  }
  if (order.act === 'replay') {
    return [field('rate', 'At most', el('input', { id: 'rate', inputmode: 'decimal', autocomplete: 'off', 'aria-describedby': 'rate-hint' }), 'Events a second, for all targets together; empty: no limit.')];
  }
  const others = targets.filter((each) => each !== order.target);
  return [
    order.act === 'reroute' ? field('to', 'To', el('select', { id: 'to', required: true }, others.map((each) => el('option', { value: each }, each)))) : null,
    field('because', 'Because', el('input', { id: 'because', required: true, maxlength: '256', autocomplete: 'off', 'aria-describedby': 'because-hint' }),
      'Kept with the event for whoever asks later.'),
  ];
}

const FIGURES = { committed: 'Committed', published: 'Published', parked: 'Parked', takenOut: 'Taken out', missing: 'Missing', unproven: 'Unproven' };

function audited({ exit, report }) {
  byId('audited').value = report.directory ?? byId('audited').value;
  if (exit === 'INTERRUPTED') {
    return [el('p', { class: 'problem' }, `Stopped. ${report.next}`)];
  }
  return [
    el('p', { class: report.proof ? 'success' : 'problem' }, `${count(report.events, 'event')} written from ${report.from} to ${report.to}. ${report.proof ? 'Nothing is missing.' : 'Not all of them are proven.'}`),
    table('What became of them', ['Target', ...Object.values(FIGURES)], Object.entries(report.targets).map(([name, figures]) =>
      [name, ...Object.keys(FIGURES).map((each) => figures[each].toLocaleString('en'))])),
    report.withoutRecord ? el('p', { class: 'hint' }, `${count(report.withoutRecord, 'event')} published without a record in the table.`) : null,
    ...report.notes.map((note) => el('p', { class: 'hint' }, note)),
    report.directory ? el('p', { class: 'hint' }, 'To publish what is missing: ', el('code', {}, `outbox replay --audit ${report.directory} --dry-run`)) : null,
  ];
}

function purged({ exit, report }) {
  return [el('p', { class: exit === 'DONE' ? 'success' : 'problem' },
    `${count(report.discarded, 'event')} discarded, ${count(report.released, 'queue')} released.${exit === 'DONE' ? '' : ' Not all of it: it was stopped, or a part is busy. Purge again.'}`)];
}

function replayed({ exit, report }) {
  return [
    el('p', { class: exit === 'DONE' ? 'success' : 'problem' }, `${count(report.published, 'event')} published.${report.parked ? ` ${count(report.parked, 'event')} parked.` : ''}${exit === 'DONE' ? '' : ' Not all of it.'}`),
    report.directory ? el('p', { class: 'hint' }, 'To continue: ', el('code', {}, `outbox replay --resume ${report.directory}`)) : null,
  ];
}

const ENDED = { audit: audited, purge: purged, replay: replayed };

function ended(order, answer) {
  const { report } = answer;
  if (ENDED[order.act]) {
    return ENDED[order.act](answer);
  }
  const lines = order.act === 'redrive'
    ? [`${count(report.published, 'event')} published, ${count(report.released, 'queue')} released.`,
      report.unfinished ? `${count(report.unfinished, 'queue')} left, because a target is down or it was stopped. Redrive again.` : null,
      ...report.busy.map((each) => `Part ${each.part} is busy: ${each.owner} is working on it, until ${each.until} at the latest.`)]
    : [`${count(report.left, 'event')} taken out of the queue.`,
      report.gone ? `${count(report.gone, 'event')} of those shown had left the queue before.` : null,
      report.obstacle ? `The others are still in it: ${report.obstacle.code}: ${report.obstacle.message}` : null,
      report.busy ? `This part of the lanes is busy: ${report.busy.owner} is working on it, until ${report.busy.until} at the latest.` : null];
  const good = answer.exit === 'DONE';
  return [
    el('p', { class: good ? 'success' : 'problem' }, lines.filter(Boolean).join(' ')),
    report.stuck?.length ? table('Still stuck', ['Queue', 'Target', 'Said'], report.stuck.map((each) => [each.queue, each.target, `${each.code}: ${each.message}`])) : null,
    good && order.act !== 'redrive' ? el('p', { class: 'hint' }, 'What stood behind it is published by the next redrive.') : null,
  ];
}

/** Opens the dialog for an act; `done` is called when something was changed. */
export async function open(order, done) {
  const dialog = byId('dialog');
  if (dialog.open) {
    return;
  }
  const body = el('div', { class: 'body' }, el('p', { class: 'hint' }, 'Reading what it would do …'));
  const state = el('div', { id: 'dialog-state', role: 'status', 'aria-live': 'polite' });
  const cancel = el('button', { type: 'button', onclick: () => (running ? stop(cancel) : dialog.close()) }, 'Cancel');
  const confirm = el('button', { type: 'submit', class: order.act === 'discard' || order.act === 'purge' ? 'grave' : 'primary', disabled: true }, TITLES[order.act]);
  const form = el('form', { method: 'dialog' },
    el('h2', { id: 'dialog-title' }, TITLES[order.act]),
    el('p', { class: 'about' }, about(order)),
    el('p', {}, WORDS[order.act]),
    body, state,
    el('p', { class: 'buttons' }, cancel, confirm));
  dialog.replaceChildren(form);
  dialog.oncancel = (event) => {
    if (running) {
      event.preventDefault();
    }
  };
  dialog.showModal();
  cancel.focus();
  try {
    const plan = await post('plan', order);
    body.replaceChildren(...shown(order, plan).filter(Boolean), ...fields(order).filter(Boolean), el('p', { class: 'hint' }, `In ${plan.in}.`), el('p', { class: 'question' }, order.act === 'reroute' ? `Send ${count(plan.events, 'event')} there?` : plan.question));
    confirm.disabled = false;
    (body.querySelector('input, select') ?? cancel).focus();
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (!running) {
        carryOut(order, plan, { body, state, confirm, cancel }, done);
      }
    });
  } catch (problem) {
    body.replaceChildren();
    state.replaceChildren(el('p', { class: 'problem' }, problem.message));
  }
}

async function stop(button) {
  button.disabled = true;
  setText(button, 'Stopping …');
  await post('stop', {}).catch(() => {});
}

async function carryOut(order, plan, { body, state, confirm, cancel }, done) {
  running = true;
  confirm.disabled = true;
  setText(cancel, 'Stop');
  state.replaceChildren(el('p', { id: 'progress', class: 'hint' }, 'Working …'));
  try {
    const answer = await post('act', { plan: plan.plan, to: byId('to')?.value, because: byId('because')?.value, rate: byId('rate')?.value });
    body.replaceChildren();
    state.replaceChildren(...ended(order, answer).filter(Boolean));
    confirm.remove();
    done(order);
  } catch (problem) {
    state.replaceChildren(el('p', { class: 'problem' }, problem.message));
    confirm.disabled = false;
  } finally {
    running = false;
    cancel.disabled = false;
    setText(cancel, confirm.isConnected ? 'Cancel' : 'Close');
    (confirm.isConnected ? confirm : cancel).focus();
  }
}
