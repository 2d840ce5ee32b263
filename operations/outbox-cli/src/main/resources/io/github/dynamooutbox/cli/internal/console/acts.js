// What changes something, and the audit: first what would be done, then the question, then the act.

import { byId, count, el, setText, since, table } from './dom.js';
import { get, post } from './server.js';

const TITLES = { redrive: 'Redrive', reroute: 'Send to another target', discard: 'Discard', purge: 'Purge', audit: 'Audit', replay: 'Replay' };
const WORDS = {
  redrive: 'Publishes what is parked, in order. What is still not accepted stays where it is. If events are ticked: the whole lane of each that is the first of its lane, and exactly these of a target without an order.',
  reroute: 'Sends these events to another target, outside of its order, and takes them out of the queue.',
  discard: 'Takes these events out of the queue for good. The target never gets them.',
  purge: 'Discards for good everything that is parked for this target by now. Remove the target from the routes first.',
  replay: 'Publishes what the audit found missing, in the order of each aggregate, and again what came after it in an ordered lane. A relay that runs meanwhile may publish new events of the same aggregates in between.',
  audit: 'Proves for every event what became of it. Reads the whole table, as fast as it answers; outbox audit --rcu limits that. Changes nothing.',
};

const SELECTED = 'Publishes what is selected, in the order of each aggregate, whether its targets have it already or not. A relay that runs meanwhile may publish new events of the same aggregates in between.';

let targets = [];

/** What a dialog of this page waits for: its form, and its plan once that is known. */
let job = null;

/** The plan of an act that no dialog of this page shows: another page began it, or this one before it was loaded anew. */
let elsewhere = null;

export const know = (names) => { targets = names; };

export const isWorking = () => job !== null || elsewhere !== null;

function far(news) {
  const of = news.about > 0 ? ` of ${Math.max(news.about, news.done).toLocaleString('en')}` : '';
  return news.what ? `${news.done.toLocaleString('en')}${of} ${news.what}` : 'Working …';
}

/** Shows how far an act is, in its dialog or else beside the verdict. */
export function progress(news) {
  if (news && job?.form.isConnected && byId('dialog').open) {
    job.plan ??= news.plan;
    const line = document.getElementById('progress');
    if (line) {
      setText(line, far(news));
    }
  } else if (news) {
    if (elsewhere !== news.plan) {
      elsewhere = news.plan;
      const cancel = el('button', { type: 'button', class: 'small', onclick: () => stop(cancel, news.plan) }, 'Stop');
      banner(el('p', {}, 'An action is running: ', el('span', { id: 'far' }, far(news))), cancel);
    }
    setText(byId('far'), far(news));
  } else if (elsewhere !== null) {
    const plan = elsewhere;
    elsewhere = null;
    result(plan);
  }
}

function banner(...content) {
  byId('running').replaceChildren(...content);
  byId('running').hidden = content.length === 0;
}

/** How an act ended that no dialog waits for. */
async function result(plan) {
  const answer = await get('last', {}).catch(() => ({}));
  if (answer.plan !== plan) {
    banner();
    return;
  }
  const how = answer.error ? [el('p', { class: 'problem' }, answer.error)] : ended({ act: answer.act }, answer).filter(Boolean);
  banner(el('p', { class: 'about' }, TITLES[answer.act]), ...how, el('button', { type: 'button', class: 'small', onclick: () => banner() }, 'Close'));
}

/** A browser gives up on an answer that takes minutes: then it asks again and again how it ended. */
async function afterwards(plan, problem) {
  while (problem.isLost) {
    const news = await get('live', {});
    if (news.act?.plan !== plan) {
      const last = await get('last', {});
      if (last.plan === plan && !last.error) {
        return last;
      }
      throw last.plan === plan ? new Error(last.error) : problem;
    }
    await new Promise((again) => { setTimeout(again, 1000); });
  }
  throw problem;
}

function about({ target, aggregate, event, reason, type, code, text, chosen, since: from, until, tenant, audit }) {
  return [audit, from && `written since ${from}`, until && `written until ${until}`, tenant && `tenant ${tenant}`, chosen && count(chosen.length, 'ticked event'), aggregate, event && `event ${event}`, target && `for ${target === '*' ? 'all targets' : target}`, reason, type, code, text && `"${text}"`].filter(Boolean).join(', ');
}

const QUEUES = { redrive: 'What would be published', purge: 'What would be discarded' };

function shown(order, plan) {
  if (order.act === 'audit') {
    return [el('p', { class: 'hint' }, `Its state, and what it finds missing, is kept in ${plan.directory}.`)];
  }
  if (order.act === 'replay') {
    const { report } = plan;
    return [
      table('What would be published', ['Target', 'Events', ...(order.audit ? ['Of them again'] : [])], Object.entries(report.targets).map(([name, each]) =>
        [name, each.events.toLocaleString('en'), ...(order.audit ? [each.again.toLocaleString('en')] : [])])),
      report.lanesWaiting ? el('p', { class: 'hint' }, `${count(report.lanesWaiting, 'lane')} left out, because something is parked in them: redrive that first.`) : null,
      report.waiting.length ? el('p', { class: 'hint' }, `For example ${report.waiting.slice(0, 5).map((lane) => `${lane.aggregate} for ${lane.target}`).join(', ')}.`) : null,
      report.notConfigured ? el('p', { class: 'hint' }, `${count(report.notConfigured, 'event')} left out, because no target is configured for them.`) : null,
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
  if (order.act === 'audit') {
    return [];
  }
  if (order.act === 'replay' || order.act === 'redrive') {
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
      report.changed ? `${count(report.changed, 'queue')} left out, because another event is in front than was shown. Open it again to see it.` : null,
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
  const cancel = el('button', { type: 'button', onclick: () => (job?.form === form ? stop(cancel, job.plan) : dialog.close()) }, 'Cancel');
  const confirm = el('button', { type: 'submit', class: order.act === 'discard' || order.act === 'purge' ? 'grave' : 'primary', disabled: true }, TITLES[order.act]);
  const form = el('form', { method: 'dialog' },
    el('h2', { id: 'dialog-title' }, TITLES[order.act]),
    el('p', { class: 'about' }, about(order)),
    el('p', {}, order.act === 'replay' && !order.audit ? SELECTED : WORDS[order.act]),
    body, state,
    el('p', { class: 'buttons' }, cancel, confirm));
  dialog.replaceChildren(form);
  dialog.oncancel = (event) => {
    if (job?.form === form) {
      event.preventDefault();
    }
  };
  dialog.showModal();
  cancel.focus();
  try {
    const plan = order.act === 'replay' ? await working({ state, cancel, form }, {}, () => post('plan', order)) : await post('plan', order);
    body.replaceChildren(...shown(order, plan).filter(Boolean), ...fields(order).filter(Boolean), el('p', { class: 'hint' }, `In ${plan.in}.`), el('p', { class: 'question' }, order.act === 'reroute' ? `Send ${count(plan.events, 'event')} there?` : plan.question));
    confirm.disabled = false;
    // A redrive is not begun by the key that closes another question.
    ((order.act === 'redrive' ? null : body.querySelector('input, select')) ?? cancel).focus();
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (job?.form !== form) {
        carryOut(order, plan, { body, state, confirm, cancel, form }, done);
      }
    });
  } catch (problem) {
    body.replaceChildren();
    state.replaceChildren(el('p', { class: 'problem' }, problem.message));
  }
}

async function stop(button, plan) {
  button.disabled = true;
  setText(button, 'Stopping …');
  await post('stop', plan ? { plan } : {}).catch(() => {});
}

/** Waits for something that the dialog shows the progress of, and that its first button stops. */
async function working({ state, cancel, form }, known, wait) {
  const mine = { form, ...known };
  job = mine;
  setText(cancel, 'Stop');
  state.replaceChildren(el('p', { id: 'progress', class: 'hint' }, 'Working …'));
  try {
    return await wait();
  } finally {
    job = job === mine ? null : job;
    state.replaceChildren();
    cancel.disabled = false;
    setText(cancel, 'Cancel');
  }
}

async function carryOut(order, plan, { body, state, confirm, cancel, form }, done) {
  confirm.disabled = true;
  const decision = { plan: plan.plan, to: byId('to')?.value, because: byId('because')?.value, rate: byId('rate')?.value };
  try {
    const answer = await working({ state, cancel, form }, { plan: plan.plan },
      () => post('act', decision).catch((problem) => afterwards(plan.plan, problem)));
    body.replaceChildren();
    state.replaceChildren(...ended(order, answer).filter(Boolean));
    confirm.remove();
    setText(cancel, 'Close');
    done(order);
  } catch (problem) {
    state.replaceChildren(el('p', { class: 'problem' }, problem.message));
    confirm.disabled = false;
  }
  (confirm.isConnected ? confirm : cancel).focus();
}
