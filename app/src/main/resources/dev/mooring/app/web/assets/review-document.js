// The document on the right: its parts, which come when they are needed, and the suggestion that is current.

import { tellAges } from './review-words.js';

const main = document.getElementById('main');
let current = null;
const selected = new Set();
const loading = new Map();
let partAddress = () => '';
let whenOutdated = () => {};

const eyes = new IntersectionObserver(
  entries => entries.filter(entry => entry.isIntersecting).forEach(entry => fill(entry.target)),
  { root: main, rootMargin: '1500px 0px' });

/** Tells how to ask for a part, and what to do when the document turns out to be another one. */
export function begin(address, outdated) {
  partAddress = address;
  whenOutdated = outdated;
  watch();
}

export const article = () => main.querySelector('article');
export const path = () => article()?.dataset.path ?? '';
export const view = () => article()?.dataset.view ?? 'prose';
export const card = id => main.querySelector(`[data-card="${id}"]`);
export const currentId = () => current;
export const selection = () => ids().filter(id => selected.has(id));

/** The suggestions to step through, in the order of the text. */
export function ids() {
  return [...main.querySelectorAll('.part')].flatMap(part => part.dataset.ids ? part.dataset.ids.split(' ') : []);
}

function watch() {
  for (const part of main.querySelectorAll('.part.later')) {
    // About as high as it will be, so that the scroll bar tells the truth.
    part.style.minHeight = `${Math.round(part.dataset.length / 62 * 28)}px`;
    eyes.observe(part);
  }
  tellAges(main);
  const endpoint = main.querySelector('[data-endpoint]');
  if (endpoint) endpoint.textContent = `${location.origin}/mcp`;
}

/** Fetches the inside of a part, once. */
function fill(part) {
  if (!part.classList.contains('later')) return Promise.resolve();
  const key = part.dataset.key;
  if (!loading.has(key)) {
    eyes.unobserve(part);
    loading.set(key, fetch(partAddress(key)).then(async answer => {
      if (!answer.ok) {
        whenOutdated(); // which waits its turn, so nobody may wait for it here
        return;
      }
      const html = await answer.text();
      // Not the place that asked: the document may have been put in place anew in the meantime.
      for (const place of main.querySelectorAll(`.part.later[data-key="${key}"]`)) {
        place.innerHTML = html;
        place.classList.remove('later');
        place.style.minHeight = '';
        dress(place);
      }
    }).finally(() => loading.delete(key)));
  }
  return loading.get(key);
}

function dress(within) {
  tellAges(within);
  for (const box of within.querySelectorAll('.card')) {
    box.querySelector('.pick input').checked = selected.has(box.dataset.card);
    box.classList.toggle('now', box.dataset.card === current);
  }
}

/**
 * Puts a new rendering in place of the old. Parts that are the same stay as they are, and what the reader looks at stays
 * where it is. Returns the ids that were not there before.
 */
export function replace(html) {
  const template = document.createElement('template');
  template.innerHTML = html;
  const fresh = template.content.querySelector('article');
  const old = article();
  const before = new Set(ids());
  const isSame = fresh && old && fresh.dataset.path === old.dataset.path && fresh.dataset.view === old.dataset.view;
  if (!isSame) {
    selected.clear();
    current = null;
    main.replaceChildren(template.content);
    main.scrollTop = 0;
    watch();
    return [];
  }
  const anchor = anchored();
  const kept = new Map([...old.querySelectorAll('.part:not(.later)')].map(part => [part.dataset.key, part]));
  for (const part of fresh.querySelectorAll('.part')) {
    const same = kept.get(part.dataset.key);
    if (same) part.replaceWith(same);
  }
  old.replaceWith(fresh);
  const now = new Set(ids());
  [...selected].filter(id => !now.has(id)).forEach(id => selected.delete(id));
  if (current && !card(current) && !now.has(current)) current = null;
  dress(main);
  mark();
  watch();
  anchor();
  return [...now].filter(id => !before.has(id));
}

/** Remembers what is at the top of the window; calling the result scrolls it back there. */
function anchored() {
  const top = main.getBoundingClientRect().top;
  const keep = [...main.querySelectorAll('.card')].find(box => box.getBoundingClientRect().bottom > top + 80);
  if (!keep) return () => {};
  const id = keep.dataset.card;
  const offset = keep.getBoundingClientRect().top;
  return () => {
    const now = card(id);
    if (now) main.scrollTop += now.getBoundingClientRect().top - offset;
  };
}

function mark() {
  for (const each of main.querySelectorAll('.now')) each.classList.remove('now');
  if (!current) return;
  for (const each of main.querySelectorAll(`[data-s="${current}"]`)) each.classList.add('now');
  card(current)?.classList.add('now');
}

/** Makes a suggestion the current one and brings it into sight. */
export async function go(id, { scroll = true } = {}) {
  const part = [...main.querySelectorAll('.part')].find(each => each.dataset.ids.split(' ').includes(id));
  if (part) await fill(part);
  const box = card(id);
  if (!box) return false;
  current = id;
  mark();
  box.focus({ preventScroll: true });
  if (scroll) {
    const text = main.querySelector(`[data-s="${id}"]`);
    const isBeside = text && getComputedStyle(box.closest('.row')).gridTemplateColumns.includes(' ');
    (isBeside ? text : box).scrollIntoView({ block: 'center' });
    box.scrollIntoView({ block: 'nearest' });
  }
  return true;
}

/** The id one step away, or null at the end of the document. */
export function neighbour(step) {
  const all = ids();
  const at = all.indexOf(current);
  if (at < 0) return (step > 0 ? all[0] : all.at(-1)) ?? null;
  return all[at + step] ?? null;
}

export function select(id, on = !selected.has(id)) {
  if (on) selected.add(id); else selected.delete(id);
  const box = card(id);
  if (box) box.querySelector('.pick input').checked = on;
}

export function clearSelection() {
  selected.clear();
  dress(main);
}
