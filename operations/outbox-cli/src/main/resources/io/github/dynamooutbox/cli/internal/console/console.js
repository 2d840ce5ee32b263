// Puts the page together.

import { isWorking, know, open, progress } from './acts.js';
import { byId, el, setText, update, utc } from './dom.js';
import { decided } from './history.js';
import { listen } from './server.js';
import { relay, targets, verdict } from './status.js';
import { stuck } from './stuck.js';
import { listenForQuestions, show } from './timeline.js';

/** What is older than this is not what is so now. */
const STALE = 20000;

let heard = 0;
let again = () => {};

function connected(state, text) {
  byId('connection').dataset.state = state;
  setText(byId('connection-text'), text);
}

function act(order) {
  const from = document.activeElement?.dataset.focus;
  byId('dialog').addEventListener('close', () => {
    const same = [...document.querySelectorAll('[data-focus]')].find((each) => each.dataset.focus === from);
    (same ?? byId('verdict')).focus();
  }, { once: true });
  open(order, () => {
    again();
    decided();
    if (order.aggregate) {
      show(order.aggregate, act);
    }
  });
}

/** What cannot be done now is not offered. */
function offer(isPossible) {
  for (const button of document.querySelectorAll('main button:not([type=submit], #running button), #audit button')) {
    button.disabled = !isPossible;
  }
}

/** Nothing is good, or bad, that nobody can see: what was seen last is no longer a verdict. */
function unknown(headline, why) {
  byId('verdict').dataset.level = 'unknown';
  setText(byId('headline'), headline);
  byId('calm').hidden = false;
  setText(byId('calm'), why);
  document.title = `? ${byId('table').textContent} · Outbox`;
  offer(false);
}

const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1).replace(/\.?$/, '.');

const since = () => (heard ? `What is below was seen at ${utc(heard)}.` : '');

listenForQuestions(act);

byId('audit-form').addEventListener('submit', (event) => {
  event.preventDefault();
  act({ act: 'audit', since: byId('since').value.trim() });
});

byId('replay-form').addEventListener('submit', (event) => {
  event.preventDefault();
  act({ act: 'replay', audit: byId('audited').value.trim() });
});

byId('select-form').addEventListener('submit', (event) => {
  event.preventDefault();
  act({ act: 'replay', ...Object.fromEntries([...new FormData(event.target)].filter(([, value]) => value.trim() !== '')) });
});

again = listen({
  status(news) {
    const seen = Date.parse(news.status.at);
    setText(byId('table'), news.in);
    know(news.targets);
    update(byId('select-target'), ['', ...news.targets].map((each) => el('option', { value: each, 'data-item': each }, each || 'each target')));
    verdict(news, act);
    targets(news);
    stuck(news, act);
    relay(news);
    heard = seen;
    document.body.dataset.ready = 'true';
    if (Date.parse(news.now) - seen > STALE) {
      connected('lost', `Seen at ${utc(seen)}`);
      unknown('The tables do not answer', since());
    } else {
      connected('live', `Live, ${utc(seen)}`);
      offer(true);
    }
  },
  trouble(news) {
    connected('lost', 'Cannot look');
    byId('findings').replaceChildren();
    unknown('The console cannot see the outbox', `${sentence(news.error)} ${since()}`);
    document.body.dataset.ready = 'true';
  },
  act: progress,
  lost() {
    const running = 'is outbox console still running?';
    connected('lost', heard ? `Lost since ${utc(heard)}: ${running}` : `Not connected: ${running}`);
    unknown('Not known: the connection is lost', since());
  },
  working: isWorking,
});
