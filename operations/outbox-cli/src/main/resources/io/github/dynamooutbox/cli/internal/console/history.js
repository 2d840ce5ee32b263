// What was before: flow and lag of the last hours, by the receipts, and who decided what.

import { byId, el, table } from './dom.js';
import { plots } from './plots.js';
import { get } from './server.js';

async function show(hours) {
  const result = byId('history-result');
  result.replaceChildren(el('p', { class: 'hint' }, 'Reading receipts …'));
  try {
    const flow = await get('history', { hours });
    result.replaceChildren(el('div', { class: 'cards' }, Object.keys(flow.targets).map((name) =>
      el('article', { class: 'card', 'aria-label': `${name}, the last ${hours} hours` }, el('header', {}, el('h3', {}, name)), plots(name, flow)))));
  } catch (problem) {
    result.replaceChildren(el('p', { class: 'problem', role: 'alert' }, problem.message));
  }
}

byId('history-form').addEventListener('submit', (event) => {
  event.preventDefault();
  show(byId('hours').value);
});

const at = (time) => `${time.slice(0, 10)} ${time.slice(11, 19)} UTC`;

async function decisions() {
  const result = byId('decisions-result');
  try {
    const answer = await get('decisions', {});
    result.replaceChildren(...(answer.decisions.length === 0 ? [el('p', { class: 'hint' }, 'Nothing was decided.')] : [
      table('Who decided what, the latest first', ['Decided', 'By', 'What', 'Events', 'Done', 'Ended', 'Because'], answer.decisions.map((each) => [
        at(each.at), each.by, `${each.command} ${each.selection}`.trim(), each.events?.toLocaleString('en') ?? '-', each.done?.toLocaleString('en') ?? '-', each.ended ?? 'not ended', each.because ?? ''])),
      answer.more ? el('p', { class: 'hint' }, 'There are more: outbox decisions.') : null].filter(Boolean)));
  } catch (problem) {
    result.replaceChildren(el('p', { class: 'problem', role: 'alert' }, problem.message));
  }
}

/** Once they are shown, they are shown as they are after each act. */
export const decided = () => byId('decisions-result').hasChildNodes() && decisions();

byId('decisions-form').addEventListener('submit', (event) => {
  event.preventDefault();
  decisions();
});
