// Puts the page together.

import { know, open, progress } from './acts.js';
import { byId, setText } from './dom.js';
import { listen } from './server.js';
import { relay, targets, verdict } from './status.js';
import { stuck } from './stuck.js';
import { listenForQuestions, show } from './timeline.js';

let heard = 0;

function connected(state, text) {
  byId('connection').dataset.state = state;
  setText(byId('connection-text'), text);
}

function act(order) {
  const from = document.activeElement?.dataset.focus;
  byId('dialog').addEventListener('close', () => {
    const again = [...document.querySelectorAll('[data-focus]')].find((each) => each.dataset.focus === from);
    (again ?? byId('verdict')).focus();
  }, { once: true });
  open(order, () => {
    if (order.aggregate) {
      show(order.aggregate, act);
    }
  });
}

listenForQuestions(act);

listen({
  status(news) {
    heard = Date.now();
    connected('live', 'Live');
    setText(byId('table'), news.status.table);
    know(news.targets);
    verdict(news, act);
    targets(news);
    stuck(news, act);
    relay(news);
    document.body.dataset.ready = 'true';
  },
  trouble(news) {
    connected('lost', 'Cannot look');
    byId('verdict').dataset.level = 'bad';
    setText(byId('headline'), 'The console cannot see the outbox');
    byId('calm').hidden = false;
    setText(byId('calm'), news.error);
  },
  act: progress,
  lost() {
    const running = 'is outbox console still running?';
    connected('lost', heard ? `Lost since ${new Date(heard).toLocaleTimeString([], { hour12: false })}: ${running}` : `Not connected: ${running}`);
  },
});
