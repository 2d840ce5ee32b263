// Flow and lag of the last hours, by the receipts.

import { byId, el } from './dom.js';
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
