// The open document: loads its parts on demand, and tracks the current and the selected suggestions.

import { showAges } from './review-dialogs.js';
import * as margin from './review-margin.js';
import { showFormulas } from './review-math.js';

const main = document.getElementById('main');
const steps = document.getElementById('steps');
let current = null;
let place = 0; // the index of the current suggestion, to keep the place when its id changes
const selected = new Set();
const loading = new Map();
let scrolls = 0; // the number of scrolls so far: a later scroll cancels the rest of an earlier one
let partUrl = () => '';
let onOutdated = () => {};

const partObserver = new IntersectionObserver(
  entries => entries.filter(entry => entry.isIntersecting).forEach(entry => load(entry.target)),
  { root: main, rootMargin: '1500px 0px' });

/** Sets the URL of a part by its key, and the callback for a document that has changed on the server. */
export function begin(url, outdated) {
  partUrl = url;
  onOutdated = outdated;
  margin.begin(() => current);
  for (const event of ['wheel', 'touchmove']) main.addEventListener(event, () => scrolls++, { passive: true });
  preparePlaceholders();
}

export const article = () => main.querySelector('article');
export const path = () => article()?.dataset.path ?? '';
export const view = () => article()?.dataset.view ?? 'prose';
export const card = id => main.querySelector(`[data-card="${id}"]`);
export const currentId = () => current;
export const selection = () => ids().filter(id => selected.has(id));

/** The ids of the suggestions that match the filter, in the order of the text. */
export function ids() {
  return [...main.querySelectorAll('.part')].flatMap(part => part.dataset.ids ? part.dataset.ids.split(' ') : []);
}

function preparePlaceholders() {
  for (const part of main.querySelectorAll('.part.placeholder')) {
    // An estimate of the final height, for an accurate scroll bar.
    part.style.minHeight = `${Math.round(part.dataset.length / 62 * 28)}px`;
    partObserver.observe(part);
  }
  showAges(main);
  showFormulas(main);
  margin.placeAll();
  showPosition();
  const endpoint = main.querySelector('[data-endpoint]');
  if (endpoint) endpoint.textContent = `${location.origin}/mcp`;
}

/** Loads the content of a placeholder, once. */
function load(part) {
  if (!part.classList.contains('placeholder')) return Promise.resolve();
  const key = part.dataset.key;
  if (!loading.has(key)) {
    partObserver.unobserve(part);
    loading.set(key, fetch(partUrl(key)).then(async response => {
      if (!response.ok) {
        onOutdated(); // queued behind the current action, so do not await it here
        return;
      }
      const html = await response.text();
      // Look the placeholders up again: the document may have been replaced meanwhile.
      for (const placeholder of main.querySelectorAll(`.part.placeholder[data-key="${key}"]`)) {
        placeholder.innerHTML = html;
        placeholder.classList.remove('placeholder');
        placeholder.style.minHeight = '';
        applyState(placeholder);
        showFormulas(placeholder);
        margin.placeAll();
      }
    }).finally(() => loading.delete(key)));
  }
  return loading.get(key);
}

function applyState(within) {
  showAges(within);
  for (const box of within.querySelectorAll('.card')) {
    box.querySelector('.pick input').checked = selected.has(box.dataset.card);
    box.classList.toggle('now', box.dataset.card === current);
  }
}

/**
 * Replaces the document by a new rendering. Keeps unchanged parts and the scroll position. Returns the ids of the
 * suggestions that are new.
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
    place = 0;
    main.replaceChildren(template.content);
    main.scrollTop = 0;
    preparePlaceholders();
    return [];
  }
  const restoreScroll = rememberScroll();
  const restoreFocus = rememberFocus();
  const restoreSelection = rememberSelection();
  const kept = new Map([...old.querySelectorAll('.part:not(.placeholder)')].map(part => [part.dataset.key, part]));
  for (const part of fresh.querySelectorAll('.part')) {
    const same = kept.get(part.dataset.key);
    if (same) part.replaceWith(same);
  }
  old.replaceWith(fresh);
  const now = new Set(ids());
  [...selected].filter(id => !now.has(id)).forEach(id => selected.delete(id));
  if (current && !card(current) && !now.has(current)) current = null;
  applyState(main);
  highlightCurrent();
  preparePlaceholders();
  restoreScroll();
  restoreFocus();
  restoreSelection();
  return [...now].filter(id => !before.has(id));
}

/** Remembers the text that the person has selected. Returns a function that selects it again if it is still there. */
function rememberSelection() {
  const { anchorNode, anchorOffset, focusNode, focusOffset, isCollapsed } = getSelection();
  if (isCollapsed || !main.contains(anchorNode)) return () => {};
  return () => {
    if (main.contains(anchorNode) && main.contains(focusNode)) {
      getSelection().setBaseAndExtent(anchorNode, anchorOffset, focusNode, focusOffset);
    }
  };
}

/** Remembers which control of a card has the focus. Returns a function that gives it back. */
function rememberFocus() {
  const focused = document.activeElement;
  const id = main.contains(focused) && focused.closest('.card')?.dataset.card;
  if (!id) return () => {};
  const { do: what, part, comment } = focused.dataset;
  return () => {
    const box = card(id);
    if (!box || main.contains(document.activeElement)) return;
    const same = [...box.querySelectorAll(`[data-do="${what}"]`)]
      .find(each => each.dataset.part === part && each.dataset.comment === comment);
    (same ?? box).focus({ preventScroll: true });
  };
}

/**
 * Remembers where a suggestion is in the window: the current one if it is in sight, else the first one in sight. Returns a
 * function that scrolls it back there.
 */
function rememberScroll() {
  const { top, bottom } = main.getBoundingClientRect();
  const below = [...main.querySelectorAll('.card')].filter(box => box.getBoundingClientRect().bottom > top + 80);
  const keep = below.find(box => box.dataset.card === current && box.getBoundingClientRect().top < bottom) ?? below[0];
  if (!keep) return () => {};
  const id = keep.dataset.card;
  const offset = textOf(id).getBoundingClientRect().top;
  return () => scrollToSuggestion(id, () => { main.scrollTop += textOf(id).getBoundingClientRect().top - offset; });
}

/**
 * Loads the part of a suggestion and calls a function that scrolls to it: now and in the next frames, because parts that
 * come into sight get their real height only then. Does not wait for the frames, which a hidden page does not have.
 */
async function scrollToSuggestion(id, scroll) {
  const own = ++scrolls;
  const part = partOf(id);
  if (part) await load(part);
  const step = times => {
    if (own !== scrolls || !card(id)) return;
    scroll();
    margin.placeSoon(partOf(id));
    if (times > 0) requestAnimationFrame(() => step(times - 1));
  };
  step(3);
}

const partOf = id => [...main.querySelectorAll('.part')].find(part => part.dataset.ids.split(' ').includes(id));
const textOf = id => main.querySelector(`.text [data-s="${id}"]`) ?? card(id);

function highlightCurrent() {
  const before = main.querySelector('.card.now')?.closest('.part');
  for (const each of main.querySelectorAll('.now')) each.classList.remove('now');
  if (current) {
    for (const each of main.querySelectorAll(`[data-s="${current}"]`)) each.classList.add('now');
    card(current)?.classList.add('now');
  }
  margin.placeSoon(before);
  margin.placeSoon(card(current)?.closest('.part'));
  margin.drawRail();
  showPosition();
}

/** Shows "3 of 24". */
function showPosition() {
  const all = ids();
  const at = all.indexOf(current);
  if (at >= 0) place = at;
  steps.hidden = all.length === 0;
  steps.querySelector('.position').textContent = at < 0 ? `${all.length}` : `${at + 1} of ${all.length}`;
}

/** Makes a suggestion the current one and scrolls to it. */
export async function go(id, { scroll = true, focus = true } = {}) {
  const part = partOf(id);
  if (part) await load(part);
  const box = card(id);
  if (!box) return false;
  current = id;
  highlightCurrent();
  if (focus) box.focus({ preventScroll: true });
  if (scroll) await scrollToSuggestion(id, () => textOf(id).scrollIntoView({ block: 'center' }));
  return true;
}

/** The suggestion at the place of the current one: the next one if that one has been decided. */
export function idAtPlace() {
  const all = ids();
  return all[Math.min(place, all.length - 1)] ?? null;
}

/** The id of the suggestion one step away, or null at the end of the document. */
export function neighbour(step) {
  const all = ids();
  const at = all.indexOf(current);
  if (at < 0) return (step > 0 ? idAtPlace() : all[Math.min(place, all.length) - 1]) ?? null;
  return all[at + step] ?? null;
}

export function select(id, on = !selected.has(id)) {
  if (on) selected.add(id); else selected.delete(id);
  const box = card(id);
  if (box) box.querySelector('.pick input').checked = on;
}

export function clearSelection() {
  selected.clear();
  applyState(main);
}

/** Places the cards again after one of them has grown. */
export function placeCards(box) {
  margin.placeSoon(box.closest('.part'));
}
