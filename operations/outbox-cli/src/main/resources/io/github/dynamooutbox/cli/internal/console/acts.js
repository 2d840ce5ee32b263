// Redrive, reroute and discard: first what would be done, then the question, then the act.

import { byId, count, el, setText, since, table } from './dom.js';
import { post } from './server.js';

const TITLES = { redrive: 'Redrive', reroute: 'Send to another target', discard: 'Discard' };
const WORDS = {
  redrive: 'Publishes what is parked, in order. What is still not accepted stays where it is.',
  reroute: 'Sends these events to another target, outside of its order, and takes them out of the queue.',
  discard: 'Takes these events out of the queue for good. The target never gets them.',
};

let targets = [];
let running = false;

export const know = (names) => { targets = names; };

export const isWorking = () => running;

export function progress(news) {
  const line = document.getElementById('progress');
  if (running && line) {
    setText(line, `${count(news.published, 'event')} published so far`);
  }
}

function about({ target, aggregate, event, reason, type, code, text }) {
  return [aggregate, event && `event ${event}`, target && `for ${target === '*' ? 'all targets' : target}`, reason, type, code, text && `"${text}"`].filter(Boolean).join(', ');
}

function shown(order, plan) {
  const now = new Date().toISOString();
  const more = plan.more ? el('p', { class: 'hint' }, `And ${plan.more.toLocaleString('en')} more.`) : null;
  return [order.act === 'redrive'
    ? table('What would be published', ['Queue', 'Target', 'Reason', 'Events', 'Oldest'], plan.report.queues.map((each) => [
      each.aggregate ?? `${each.kind === 'single' ? 'single events' : 'backlog'}, part ${each.part}`,
      each.target, each.reason, each.events.toLocaleString('en'), since(each.oldest, now)]))
    : table('What would be taken out', ['Aggregate', 'Event', 'Reason', 'Said', 'Parked'], plan.report.events.map((each) => [
      each.aggregate, `${each.type} ${each.id}`,
      each.reason, each.reason === 'BEHIND' ? each.message : `${each.code}: ${each.message}`, `${since(each.parkedAt, now)} ago`])), more];
}

function field(name, label, control, hint) {
  return el('p', { class: 'field' }, el('label', { for: name }, label), control, hint ? el('span', { class: 'hint', id: `${name}-hint` }, hint) : null);
}

function fields(order) {
  if (order.act === 'redrive') {
    return [];
  }
  const others = targets.filter((each) => each !== order.target);
  return [
    order.act === 'reroute' ? field('to', 'To', el('select', { id: 'to', required: true }, others.map((each) => el('option', { value: each }, each)))) : null,
    field('because', 'Because', el('input', { id: 'because', required: true, maxlength: '256', autocomplete: 'off', 'aria-describedby': 'because-hint' }),
      'Kept with the event for whoever asks later.'),
  ];
}

function ended(order, answer) {
  const { report } = answer;
  const lines = order.act === 'redrive'
    ? [`${count(report.published, 'event')} published, ${count(report.released, 'queue')} released.`,
      report.unfinished ? `${count(report.unfinished, 'queue')} left, because a target is down or time was up. Redrive again.` : null,
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
  const cancel = el('button', { type: 'button', onclick: () => dialog.close() }, 'Cancel');
  const confirm = el('button', { type: 'submit', class: order.act === 'discard' ? 'grave' : 'primary', disabled: true }, TITLES[order.act]);
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

async function carryOut(order, plan, { body, state, confirm, cancel }, done) {
  running = true;
  confirm.disabled = true;
  cancel.disabled = true;
  state.replaceChildren(el('p', { id: 'progress', class: 'hint' }, 'Working …'));
  try {
    const answer = await post('act', { plan: plan.plan, to: byId('to')?.value, because: byId('because')?.value });
    body.replaceChildren();
    state.replaceChildren(...ended(order, answer).filter(Boolean));
    confirm.remove();
    setText(cancel, 'Close');
    done(order);
  } catch (problem) {
    state.replaceChildren(el('p', { class: 'problem' }, problem.message));
    confirm.disabled = false;
  } finally {
    running = false;
    cancel.disabled = false;
    (confirm.isConnected ? confirm : cancel).focus();
  }
}
