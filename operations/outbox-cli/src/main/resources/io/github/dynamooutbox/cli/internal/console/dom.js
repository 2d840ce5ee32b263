// Builds elements. Whatever comes from a table is set as text, never as HTML.

const SVG = 'http://www.w3.org/2000/svg';

/** Characters that turn the text around them stay where they can be seen, as the terminal shows them. */
const shown = (text) => text.replaceAll(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '\ufffd');

const child = (each) => (typeof each === 'string' ? shown(each) : each);

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) {
      element.addEventListener(name.slice(2), value);
    } else if (value !== false && value !== undefined && value !== null) {
      element.setAttribute(name, value === true ? '' : name.startsWith('aria-') ? shown(String(value)) : value);
    }
  }
  element.append(...children.flat().filter((each) => each !== null && each !== undefined).map(child));
  return element;
}

export const el = (name, attributes = {}, ...children) =>
  fill(document.createElement(name), attributes, children);

export const svg = (name, attributes = {}, ...children) =>
  fill(document.createElementNS(SVG, name), attributes, children);

export const byId = (id) => document.getElementById(id);

/** A table with headers; cells are texts or elements, the first of a row is its header. */
export function table(caption, headings, rows) {
  return el('div', { class: 'scroll', role: 'region', 'aria-label': caption, tabindex: '0' },
    el('table', {},
      el('caption', { class: 'unseen' }, caption),
      el('thead', {}, el('tr', {}, headings.map((each) => el('th', { scope: 'col' }, each)))),
      el('tbody', {}, rows.map((row) => el('tr', {}, row.map((cell, column) =>
        column === 0 ? el('th', { scope: 'row' }, cell) : el('td', { 'data-label': headings[column] }, cell)))))));
}

/** An element of a list stays the same element, with its focus and its clicks, while its `data-item` is the same. */
const fits = (old, wanted) => old !== undefined && old.nodeName === wanted.nodeName
  && old.dataset?.item === wanted.dataset?.item && old.dataset?.focus === wanted.dataset?.focus;

function patch(old, wanted) {
  if (wanted.nodeType !== Node.ELEMENT_NODE) {
    setText(old, wanted.textContent);
    return;
  }
  for (const { name } of [...old.attributes]) {
    // The reader opens and closes details.
    if (!wanted.hasAttribute(name) && name !== 'open') old.removeAttribute(name);
  }
  for (const { name, value } of wanted.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  patchChildren(old, [...wanted.childNodes]);
}

function patchChildren(element, wanted) {
  wanted.forEach((each, index) => {
    const item = each.dataset?.item;
    const old = item === undefined ? element.childNodes[index]
      : [...element.children].find((one) => one.dataset.item === item);
    if (!fits(old, each)) {
      element.insertBefore(each, element.childNodes[index] ?? null);
      return;
    }
    if (old !== element.childNodes[index]) element.insertBefore(old, element.childNodes[index]);
    patch(old, each);
  });
  while (element.childNodes.length > wanted.length) {
    element.lastChild.remove();
  }
}

/**
 * Makes an element's children as wanted, in place: what is still there stays the same element, so that a click that has begun ends on it. An element keeps its first listeners. Keeps the focus where it was.
 */
export function update(element, wanted) {
  const focused = element.contains(document.activeElement) ? document.activeElement.dataset.focus : undefined;
  patchChildren(element, [wanted].flat());
  if (focused !== undefined && document.activeElement?.dataset.focus !== focused) {
    [...element.querySelectorAll('[data-focus]')].find((each) => each.dataset.focus === focused)?.focus();
  }
}

export function setText(element, text) {
  const wanted = shown(text);
  if (element.textContent !== wanted) {
    element.textContent = wanted;
  }
}

/** The time of day, everywhere in UTC as in logs and commands. */
export const utc = (at) => `${new Date(at).toISOString().slice(11, 19)} UTC`;

/** In the two largest units, as the commands write it. */
export function age(millis) {
  const seconds = Math.max(0, Math.floor(millis / 1000));
  const [days, hours, minutes] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
  if (days) return `${days} d ${hours} h`;
  if (hours) return `${hours} h ${minutes} min`;
  return minutes ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}

/** With tenths below ten seconds. */
export const lag = (millis) => (millis < 10000 ? `${(millis / 1000).toFixed(1)} s` : age(millis));

export const count = (number, what) =>
  `${number.toLocaleString('en')} ${number === 1 ? what : `${what}s`}`;

export const since = (at, now) => age(Date.parse(now) - Date.parse(at));
