// The review page: keys, buttons, the filter, decisions, and live updates.

import * as doc from './review-document.js';
import { selectedPassage } from './review-quote.js';
import { askForText, askToConfirm, counted, notice, showAges } from './review-dialogs.js';

const token = document.querySelector('meta[name="csrf-token"]').content;
const filter = document.getElementById('filter');
const pendingBox = document.getElementById('pending');
const undoButton = document.getElementById('undo');
const live = document.getElementById('live');
let view = doc.view();
let undoNotice = null;

const list = () => pendingBox.querySelector('.pending');
const filterValues = () => Object.fromEntries([...new FormData(filter)].filter(([, value]) => value));
const query = more => new URLSearchParams({ ...filterValues(), ...more });

doc.begin(key => `/review/part?${query({ path: doc.path(), view, key })}`, () => act(refresh));

const showProblem = problem => notice(String(problem.message ?? problem), { conflict: true });

// Runs actions one after the other, so that each decision sees the result of the previous one.
let chain = Promise.resolve();
function act(task) {
  chain = chain.then(task).catch(showProblem);
  return chain;
}

// Drops a key press that was queued before a conflict appeared: it was meant for what the page showed then.
let conflicts = 0;
function unlessConflict(decision) {
  const before = conflicts;
  return () => conflicts === before ? decision() : undefined;
}

/** Opens a dialog without blocking the queue of actions. The answer is queued as an action. */
function ask(question) {
  question().catch(showProblem);
}

const UNREACHABLE = 'Mooring does not respond. Check that mooring serve is running and that you are online.';

async function request(url, options, problem) {
  try {
    return await fetch(url, options);
  } catch {
    throw new Error(problem);
  }
}

async function fetchText(url) {
  const response = await request(url, {}, UNREACHABLE);
  if (response.status === 401) location.reload();
  if (!response.ok) throw new Error(`Cannot load the page: the server answered ${response.status}. Reload it.`);
  return response.text();
}

async function post(url, body = {}) {
  undoNotice?.remove();
  const response = await request(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-CSRF-Token': token },
    body: JSON.stringify(body),
  }, `${UNREACHABLE} Your last action may not have happened.`);
  const json = await response.json();
  if (!response.ok) throw new Error(json.problem);
  undoButton.disabled = !json.undoable;
  return json;
}

async function refreshList() {
  pendingBox.innerHTML = await fetchText(`/review/pending?${query({ path: doc.path() })}`);
  setOptions('author', JSON.parse(list().dataset.authors));
  setOptions('folder', JSON.parse(list().dataset.folders));
}

async function refreshDocument() {
  return doc.path() ? doc.replace(await fetchText(`/review/document?${query({ path: doc.path(), view })}`)) : open('');
}

async function refresh() {
  const [, added] = await Promise.all([refreshList(), refreshDocument()]);
  known = shownCounts();
  showSelection();
  return added ?? [];
}

/** Opens a document, and selects its first suggestion. An empty path means the first with pending suggestions. */
async function open(path, { push = true, last = false, focus = true } = {}) {
  const html = await fetchText(`/review/document?${query(path ? { path, view } : { view })}`);
  const before = doc.path();
  doc.replace(html);
  document.body.classList.remove('listing');
  const address = `/?${query(doc.path() ? { path: doc.path() } : {})}`;
  if (push && address !== location.pathname + location.search) history.pushState(null, '', address);
  await refreshList();
  showSelection();
  const all = doc.ids();
  if (all.length && (doc.path() !== before || !doc.currentId())) await doc.go(last ? all.at(-1) : all[0], { focus });
}

function setOptions(name, values) {
  const select = filter.elements[name];
  const known = [...select.options].slice(1).map(option => option.value);
  const all = select.value && !values.includes(select.value) ? [...values, select.value] : values;
  if (known.join('\n') === all.join('\n')) return;
  const chosen = select.value;
  select.replaceChildren(select.options[0], ...all.map(value => new Option(value, value)));
  select.value = chosen;
}

function showSelection() {
  const number = doc.selection().length;
  const bar = document.getElementById('selection');
  bar.hidden = number === 0;
  bar.querySelector('.number').textContent = `${number} selected`;
}

/** Opens the document at its new path, and says what has changed. */
async function followMoves(moved) {
  for (const { from, to, links } of moved) {
    const rewritten = links ? ` Links in ${links === 1 ? '1 document' : `${links} documents`} now lead there.` : '';
    notice(`Moved to ${to}.${rewritten}`, { action: () => act(undo), label: 'Undo' });
    if (from === doc.path()) await open(to, { focus: false });
  }
}

/** Refreshes the page after decisions, reports the decisions that failed, and selects the next suggestion. */
async function showOutcome(report, done, next = () => doc.idAtPlace()) {
  if (report.refused?.length) conflicts++;
  await followMoves(report.moved ?? []);
  const added = await refresh();
  if (report.refused?.length) {
    const reasons = [...new Set(report.refused.map(each => each.reason))].join(' ');
    notice(`${counted(report.refused.length)} not decided. ${reasons}`,
      { conflict: true });
  }
  if (report.done > 1) {
    undoNotice = notice(`${done} ${counted(report.done)}.`, { action: () => act(undo), label: 'Undo' });
  }
  const id = report.refused?.length && added.length ? added[0] : next();
  if (id) await doc.go(id);
}

/** Decides on suggestions of a document, which may no longer be the open one. */
async function decide(decision, ids, path = doc.path(), reason = undefined) {
  if (ids.length === 0) return;
  if (path === doc.path() && doc.ids().includes(ids[0])) await doc.go(ids[0], { scroll: false, focus: false });
  const report = await post('/review/decide', { decision, reason, suggestions: ids.map(id => ({ path, id })) });
  await showOutcome(report, decision === 'accept' ? 'Accepted' : 'Rejected');
}

async function rejectBecause(ids) {
  const path = doc.path();
  const reason = await askForText('Reject with a reason', 'Assistants read the reason, and so do the readers of the raw file.', '', 'Reject');
  if (reason !== null) act(() => decide('reject', ids, path, reason));
}

function selectedOrCurrent() {
  const selection = doc.selection();
  return selection.length ? selection : doc.currentId() ? [doc.currentId()] : [];
}

async function decideDocument(decision) {
  const ids = doc.ids();
  const path = doc.path();
  const word = decision === 'accept' ? 'Accept' : 'Reject';
  if (ids.length === 1 || await askToConfirm(`${word} ${counted(ids.length)} in this document?`, path, `${word} ${ids.length}`)) {
    act(() => decide(decision, ids, path));
  }
}

async function decideEverything(decision) {
  const { count, fingerprint } = list().dataset;
  const word = decision === 'accept' ? 'Accept' : 'Reject';
  const scope = Object.values(filterValues()).join(', ');
  const more = scope ? `All suggestions that match: ${scope}.` : 'All pending suggestions in all documents.';
  const values = filterValues();
  if (!await askToConfirm(`${word} ${counted(Number(count))}?`, more, `${word} ${count}`)) return;
  act(async () => {
    const report = await post('/review/decide-everything', { ...values, decision, fingerprint });
    if (report.outdated) {
      await refresh();
      notice('The matching suggestions have changed. Nothing was decided. Review the list and try again.', { conflict: true });
    } else {
      await showOutcome(report, `${word}ed`);
    }
  });
}

async function undo() {
  const report = await post('/review/undo');
  if (!report.what) {
    notice('Nothing to undo.');
    return;
  }
  if (report.conflicts.length) {
    notice(`Cannot undo in ${report.conflicts.join(', ')}: the document has changed since.`, { conflict: true });
  }
  if (report.restored.length) {
    notice(`Undone: ${report.what}.`);
    if (!report.restored.includes(doc.path())) return open(report.restored[0]);
  }
  const added = await refresh();
  if (added.length) await doc.go(added[0]);
}

async function edit(id) {
  const path = doc.path();
  const response = await request(`/review/text?${query({ path, id })}`, {}, UNREACHABLE);
  const { text: suggested, problem } = await response.json();
  if (problem) {
    act(refresh);
    throw new Error(problem);
  }
  const text = await askForText('Edit and accept', 'The text to put into the document.', suggested, 'Accept');
  if (text !== null) {
    act(async () => showOutcome(await post('/review/accept-as', { path, id, text }), 'Accepted'));
  }
}

async function comment(id) {
  const path = doc.path();
  const text = await askForText('Comment', 'Assistants see comments when they read the document. The suggestion stays pending.', '', 'Comment');
  if (text?.trim()) act(async () => showOutcome(await post('/review/comment', { path, id, text }), ''));
}

async function resolve(id, path) {
  await showOutcome(await post('/review/resolve', { path, id }), '');
}

async function deleteComment(id, path, commentId) {
  await showOutcome(await post('/review/delete-comment', { path, id, comment: commentId }), '');
}

/** Shows or hides the parts of a suggestion, to decide on them one by one. */
function split(box) {
  const parts = box?.querySelector('.parts');
  if (!parts) return;
  parts.hidden = !parts.hidden;
  box.querySelector('.split').setAttribute('aria-expanded', !parts.hidden);
  doc.placeCards(box);
}

/** Comments on the text that the person has selected. */
async function commentOnText() {
  const passage = selectedPassage();
  if (!passage) return;
  const path = doc.path();
  const { version } = doc.article().dataset;
  const text = await askForText('Comment', `On “${passage.quote}”`, '', 'Comment');
  if (!text?.trim()) return;
  act(async () => {
    const report = await post('/review/comment-on', { path, version, text, ...passage });
    if (report.refused) notice(report.refused, { conflict: true });
    const added = await refresh();
    if (added.length) await doc.go(added[0]);
  });
}

async function step(by) {
  const id = doc.neighbour(by);
  if (id) return doc.go(id);
  const links = [...pendingBox.querySelectorAll('.documents a')];
  const here = links.findIndex(link => link.dataset.path === doc.path());
  const next = here < 0 ? links[0] : links[here + by];
  if (next) await open(next.dataset.path, { last: by < 0 });
}

async function show(next) {
  view = next;
  const id = doc.currentId();
  await refreshDocument();
  if (id) await doc.go(id);
}

const help = document.getElementById('help');

const questions = {
  'reject-because': box => rejectBecause([box.dataset.card]),
  'quote': commentOnText,
  'edit': box => edit(box.dataset.card),
  'comment': box => comment(box.dataset.card),
  'accept-document': () => decideDocument('accept'),
  'reject-document': () => decideDocument('reject'),
  'accept-everything': () => decideEverything('accept'),
  'reject-everything': () => decideEverything('reject'),
};

const actions = {
  'accept': (box, button, path) => decide('accept', [button.dataset.part ?? box.dataset.card], path),
  'reject': (box, button, path) => decide('reject', [button.dataset.part ?? box.dataset.card], path),
  'resolve': (box, _, path) => resolve(box.dataset.card, path),
  'delete-comment': (box, button, path) => deleteComment(box.dataset.card, path, button.dataset.comment),
  'split': box => split(box),
  'next': () => step(1),
  'previous': () => step(-1),
  'accept-selected': () => decide('accept', doc.selection()),
  'reject-selected': () => decide('reject', doc.selection()),
  'clear-selection': () => { doc.clearSelection(); showSelection(); },
  'clear-filter': () => { for (const field of filter.elements) field.value = ''; return open(''); },
  'undo': undo,
  'view': (_, button) => show(button.dataset.view),
  'help': () => help.showModal(),
  'menu': (_, button) => {
    button.setAttribute('aria-expanded', document.body.classList.toggle('listing'));
  },
};

document.addEventListener('click', event => {
  const button = event.target.closest('[data-do]');
  const link = event.target.closest('.documents a');
  const mark = event.target.closest('[data-s]');
  const box = event.target.closest('.card');
  if (button) {
    const what = button.dataset.do;
    const path = doc.path();
    if (questions[what]) ask(() => questions[what](box)); else act(() => actions[what](box, button, path));
  } else if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    act(() => open(link.dataset.path));
  } else if (mark) {
    act(() => doc.go(mark.dataset.s, { scroll: false, focus: getSelection().isCollapsed }));
  } else if (box && !event.target.closest('.pick')) {
    act(() => doc.go(box.dataset.card, { scroll: false }));
  }
});

document.addEventListener('change', event => {
  const box = event.target.closest('.pick')?.closest('.card');
  if (box) {
    doc.select(box.dataset.card, event.target.checked);
    showSelection();
  } else if (event.target.form === filter && event.target.name !== 'text') {
    // The text applies while it is typed. Applying it again when the field loses the focus would replace the clicked link.
    applyFilter();
  }
});

let typing;
filter.addEventListener('input', event => {
  if (event.target.name !== 'text') return;
  clearTimeout(typing);
  typing = setTimeout(applyFilter, 150);
});
filter.addEventListener('submit', event => { event.preventDefault(); applyFilter(); });

/** Applies the filter. Keeps the open document if it has matches, else opens the first that has. */
function applyFilter() {
  clearTimeout(typing);
  act(async () => {
    await refreshList();
    const matches = [...pendingBox.querySelectorAll('.documents a')].map(link => link.dataset.path);
    await open(matches.includes(doc.path()) ? doc.path() : '');
  });
}

const decisions = {
  a: () => decide('accept', selectedOrCurrent()),
  r: () => decide('reject', selectedOrCurrent()),
  u: undo,
};

const keys = {
  j: () => step(1),
  k: () => step(-1),
  e: () => { const id = doc.currentId(); if (id) ask(() => edit(id)); },
  c: () => {
    const id = doc.currentId();
    if (selectedPassage()) ask(commentOnText); else if (id) ask(() => comment(id));
  },
  s: () => split(doc.card(doc.currentId())),
  R: () => { const ids = selectedOrCurrent(); if (ids.length) ask(() => rejectBecause(ids)); },
  x: () => { if (doc.currentId()) { doc.select(doc.currentId()); showSelection(); } },
  v: () => show(view === 'raw' ? 'prose' : 'raw'),
  '?': () => help.showModal(),
};

document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
  const field = event.target.closest('input:not([type="checkbox"]), select, textarea');
  if (event.key === 'Escape') {
    if (field) field.blur();
    document.body.classList.remove('listing');
    doc.clearSelection();
    showSelection();
  } else if (!field && event.key === '/') {
    event.preventDefault();
    document.body.classList.add('listing');
    filter.elements.text.focus();
  } else if (!field && keys[event.key]) {
    event.preventDefault();
    act(keys[event.key]);
  } else if (!field && decisions[event.key]) {
    event.preventDefault();
    act(unlessConflict(decisions[event.key]));
  }
});

addEventListener('popstate', () => {
  const address = new URLSearchParams(location.search);
  for (const field of filter.elements) {
    if (field.name) field.value = address.get(field.name) ?? '';
  }
  act(() => open(address.get('path') ?? '', { push: false }));
});

function showConnection(on) {
  live.className = on ? 'live on' : 'live off';
  live.querySelector('.word').textContent = on ? 'Live' : 'Not connected';
}

/** The number of pending suggestions by document, as the page shows them. */
function shownCounts() {
  return new Map([...pendingBox.querySelectorAll('.documents a')]
    .map(link => [link.dataset.path, Number(link.querySelector('.count').textContent)]));
}

let known = shownCounts(); // the counts that the person has seen, or was told in a notice

const placeOf = path => path === doc.path() ? 'here' : `in ${path}`;

/**
 * Shows a notice about a change by somebody else: one that the page did not show yet. A person's own action is on the page
 * before its event arrives, because both wait in the same queue.
 */
function announce(change, { added, gone }) {
  if (added > 0) {
    const who = change.authors.join(' and ') || 'Somebody';
    notice(`${who} suggested ${added === 1 ? 'a change' : `${added} changes`} ${placeOf(change.path)}.`, {
      label: 'Show',
      action: () => act(async () => {
        if (change.path !== doc.path()) await open(change.path);
        const fresh = change.ids.find(id => doc.ids().includes(id));
        if (fresh) await doc.go(fresh);
      }),
    });
  } else if (gone > 0) {
    notice(`${counted(gone)} ${placeOf(change.path)} decided elsewhere.`);
  }
}

/** Shows changes made after the page was rendered and before its event stream was open. */
async function catchUp() {
  const { fingerprint } = list().dataset;
  await refreshList();
  if (list().dataset.fingerprint !== fingerprint) await refreshDocument();
}

const changes = new EventSource('/review/changes');
let wasConnected = false;
changes.addEventListener('ready', () => {
  showConnection(true);
  act(wasConnected ? refresh : catchUp);
  wasConnected = true;
});
changes.addEventListener('change', event => act(async () => {
  const change = JSON.parse(event.data);
  await refreshList();
  const waiting = shownCounts().get(change.path) ?? 0;
  const more = waiting - (known.get(change.path) ?? 0);
  known.set(change.path, waiting);
  const isOpen = !doc.path() || change.path === doc.path();
  if (!isOpen) {
    announce(change, { added: more, gone: -more });
    return;
  }
  const current = doc.currentId();
  const before = doc.ids();
  const added = await refreshDocument() ?? [];
  const now = new Set(doc.ids());
  const gone = before.filter(id => !now.has(id)).length;
  const isCurrentGone = current && !doc.currentId();
  if (isCurrentGone) {
    conflicts++;
    notice('The current suggestion has changed or was decided elsewhere.', { conflict: true });
  } else if (before.length === 0 && doc.ids().length) {
    await doc.go(doc.ids()[0], { scroll: false, focus: false });
  }
  for (const id of added) doc.card(id)?.classList.add('fresh');
  showSelection();
  announce(change, { added: added.length, gone: isCurrentGone ? gone - 1 : gone });
}));
changes.addEventListener('error', () => showConnection(false));

setOptions('author', JSON.parse(list().dataset.authors));
setOptions('folder', JSON.parse(list().dataset.folders));
setInterval(showAges, 30000);
if (doc.ids().length) act(() => doc.go(doc.ids()[0], { focus: false }));
