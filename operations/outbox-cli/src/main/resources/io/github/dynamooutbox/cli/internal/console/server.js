// Requests to the server. The page's address contains the token, and so does every address relative to it.

const HEADERS = { 'Content-Type': 'application/json', 'X-Outbox-Console': '1' };

async function answer(response) {
  const document = await response.json().catch(() => ({ error: `the console answered ${response.status}` }));
  if (!response.ok) {
    throw new Error(document.error);
  }
  return document;
}

async function send(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw Object.assign(new Error('The console cannot be reached: it was stopped. Run outbox console again.'), { isLost: true });
  }
  return answer(response);
}

export const get = (path, query) => send(`${path}?${new URLSearchParams(query)}`, {});

export const post = (path, body) =>
  send(path, { method: 'POST', headers: HEADERS, body: JSON.stringify(body) });

const EVERY = 3000;
const HIDDEN = 30000;
const WORKING = 500;

/**
 * Asks for the state again and again, in requests that end: a browser has six connections for all its pages. A page that nobody looks at asks seldom.
 * `working` says whether an act is running, whose progress is worth asking for more often.
 */
export function listen({ status, trouble, act, lost, working }) {
  let timer;
  let asking = false;
  const ask = async () => {
    if (asking) {
      return;
    }
    asking = true;
    clearTimeout(timer);
    try {
      const news = await answer(await fetch('live'));
      act(news.act);
      (news.error === undefined ? status : trouble)(news);
    } catch {
      lost();
    }
    asking = false;
    timer = setTimeout(ask, working() ? WORKING : document.hidden ? HIDDEN : EVERY);
  };
  document.addEventListener('visibilitychange', () => document.hidden || ask());
  ask();
  return ask;
}
