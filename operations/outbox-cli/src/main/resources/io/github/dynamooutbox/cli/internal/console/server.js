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
    throw new Error('The console cannot be reached: it was stopped. Run outbox console again.');
  }
  return answer(response);
}

export const get = (path, query) => send(`${path}?${new URLSearchParams(query)}`, {});

export const post = (path, body) =>
  send(path, { method: 'POST', headers: HEADERS, body: JSON.stringify(body) });

/** Receives live events until the page is closed; reconnects by itself. */
export function listen({ status, trouble, act, lost }) {
  const source = new EventSource('live');
  const hear = (name, listener) => source.addEventListener(name, (event) => listener(JSON.parse(event.data)));
  hear('status', status);
  hear('trouble', trouble);
  hear('act', act);
  source.addEventListener('error', () => {
    lost();
    if (source.readyState === EventSource.CLOSED) {
      setTimeout(() => listen({ status, trouble, act, lost }), 5000);
    }
  });
}
