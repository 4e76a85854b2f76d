// Wires the page together: keys, buttons, the filter, decisions, and changes as they happen.

import * as doc from './review-document.js';
import { confirmed, counted, notice, tellAges, written } from './review-words.js';

const token = document.querySelector('meta[name="form-token"]').content;
const filter = document.getElementById('filter');
const pendingBox = document.getElementById('pending');
const undoButton = document.getElementById('undo');
const live = document.getElementById('live');
let view = doc.view();
let decidedHere = 0; // when this page last changed something itself

const list = () => pendingBox.querySelector('.pending');
const wanted = () => Object.fromEntries([...new FormData(filter)].filter(([, value]) => value));
const query = more => new URLSearchParams({ ...wanted(), ...more });

doc.begin(key => `/review/part?${query({ path: doc.path(), view, key })}`, () => act(refresh));

const complain = problem => notice(String(problem.message ?? problem), { conflict: true });

// One thing after the other, so that each decision is made on what the one before left.
let chain = Promise.resolve();
function act(task) {
  chain = chain.then(task).catch(complain);
  return chain;
}

// A decision that is pressed before a conflict is on the page was not meant for what the page shows then.
let conflicts = 0;
function pressed(decision) {
  const before = conflicts;
  return () => conflicts === before ? decision() : undefined;
}

/** Asks the person something, while the page goes on; what follows from the answer waits its turn. */
function ask(question) {
  question().catch(complain);
}

async function fetched(address) {
  const answer = await fetch(address);
  if (answer.status === 401) location.reload();
  if (!answer.ok) throw new Error('The server gave no answer. Is it still running?');
  return answer.text();
}

async function post(address, body = {}) {
  decidedHere = Date.now();
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Form-Token': token },
    body: JSON.stringify(body),
  });
  const json = await answer.json();
  if (!answer.ok) throw new Error(json.problem);
  undoButton.disabled = !json.undoable;
  return json;
}

async function refreshList() {
  pendingBox.innerHTML = await fetched(`/review/pending?${query({ path: doc.path() })}`);
  choices('author', JSON.parse(list().dataset.authors));
  choices('folder', JSON.parse(list().dataset.folders));
}

async function refreshDocument() {
  return doc.path() ? doc.replace(await fetched(`/review/document?${query({ path: doc.path(), view })}`)) : open('');
}

async function refresh() {
  const [, added] = await Promise.all([refreshList(), refreshDocument()]);
  showSelection();
  return added ?? [];
}

/** Brings another document onto the page; the empty path means the first that waits. */
async function open(path, { push = true } = {}) {
  doc.replace(await fetched(`/review/document?${query(path ? { path, view } : { view })}`));
  document.body.classList.remove('listing');
  const address = `/?${query(doc.path() ? { path: doc.path() } : {})}`;
  if (push && address !== location.pathname + location.search) history.pushState(null, '', address);
  await refreshList();
  showSelection();
}

function choices(name, values) {
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

/** Says what became of decisions, and shows what is there now. */
async function settle(report, done, next) {
  if (report.unmet?.length) conflicts++;
  const added = await refresh();
  if (report.unmet?.length) {
    const reasons = [...new Set(report.unmet.map(each => each.reason))].join(' ');
    notice(`${counted(report.unmet.length)} left as they are. ${reasons}`.replace('1 suggestion left as they are', 'Left as it is'),
      { conflict: true });
  }
  if (report.done > 1) notice(`${done} ${counted(report.done)}.`, { action: () => act(undo), label: 'Undo' });
  if (report.unmet?.length && added.length) await doc.go(added[0]);
  else if (next) await doc.go(next);
}

/** Decides on what was seen in a document, which need not be the one that is open by now. */
async function decide(decision, ids, path = doc.path()) {
  if (ids.length === 0) return;
  const all = path === doc.path() ? doc.ids() : [];
  const last = all.indexOf(ids.at(-1));
  const rest = all.filter(id => !ids.includes(id));
  const next = all.slice(last + 1).find(id => rest.includes(id)) ?? rest.at(-1) ?? null;
  const report = await post('/review/decide', { decision, suggestions: ids.map(id => ({ path, id })) });
  await settle(report, decision === 'accept' ? 'Accepted' : 'Rejected', next);
}

function chosen() {
  const selection = doc.selection();
  return selection.length ? selection : doc.currentId() ? [doc.currentId()] : [];
}

async function decideDocument(decision) {
  const ids = doc.ids();
  const path = doc.path();
  const word = decision === 'accept' ? 'Accept' : 'Reject';
  if (ids.length === 1 || await confirmed(`${word} ${counted(ids.length)} in this document?`, path, `${word} ${ids.length}`)) {
    act(() => decide(decision, ids, path));
  }
}

async function decideEverything(decision) {
  const { count, seen } = list().dataset;
  const word = decision === 'accept' ? 'Accept' : 'Reject';
  const scope = Object.values(wanted()).join(', ');
  const more = scope ? `Everything that matches: ${scope}.` : 'Everything that waits, in all documents.';
  const meant = wanted();
  if (!await confirmed(`${word} ${counted(Number(count))}?`, more, `${word} ${count}`)) return;
  act(async () => {
    const report = await post('/review/decide-everything', { ...meant, decision, seen });
    if (report.outdated) {
      await refresh();
      notice('Other suggestions match by now, so nothing was done. Look again.', { conflict: true });
    } else {
      await settle(report, `${word}ed`, null);
    }
  });
}

async function undo() {
  const report = await post('/review/undo');
  if (!report.what) {
    notice('There is nothing left to undo.');
    return;
  }
  if (report.unmet.length) {
    notice(`Not undone in ${report.unmet.join(', ')}, which changed since.`, { conflict: true });
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
  const answer = await fetch(`/review/words?${query({ path, id })}`);
  const { words, problem } = await answer.json();
  if (problem) {
    act(refresh);
    throw new Error(problem);
  }
  const text = await written('Change and accept', 'The text as it shall stand in the document.', words, 'Accept');
  if (text !== null) {
    act(async () => settle(await post('/review/accept-as', { path, id, text }), 'Accepted', doc.neighbour(1)));
  }
}

async function comment(id) {
  const path = doc.path();
  const text = await written('Comment', 'Assistants see it when they read the document. The suggestion stays.', '', 'Comment');
  if (text?.trim()) act(async () => settle(await post('/review/comment', { path, id, text }), '', id));
}

async function step(by) {
  const id = doc.neighbour(by);
  if (id) return doc.go(id);
  const links = [...pendingBox.querySelectorAll('.documents a')];
  const here = links.findIndex(link => link.dataset.path === doc.path());
  const next = here < 0 ? links[0] : links[here + by];
  if (next) {
    await open(next.dataset.path);
    const all = doc.ids();
    if (all.length) await doc.go(by > 0 ? all[0] : all.at(-1));
  }
}

async function show(next) {
  view = next;
  const id = doc.currentId();
  await refreshDocument();
  if (id) await doc.go(id);
}

const help = document.getElementById('help');

const questions = {
  'edit': box => edit(box.dataset.card),
  'comment': box => comment(box.dataset.card),
  'accept-document': () => decideDocument('accept'),
  'reject-document': () => decideDocument('reject'),
  'accept-everything': () => decideEverything('accept'),
  'reject-everything': () => decideEverything('reject'),
};

const actions = {
  'accept': (box, _, path) => decide('accept', [box.dataset.card], path),
  'reject': (box, _, path) => decide('reject', [box.dataset.card], path),
  'accept-selected': () => decide('accept', doc.selection()),
  'reject-selected': () => decide('reject', doc.selection()),
  'clear-selection': () => { doc.clearSelection(); showSelection(); },
  'clear-filter': () => { for (const field of filter.elements) field.value = ''; return open(''); },
  'undo': undo,
  'view': (_, button) => show(button.dataset.view),
  'help': () => help.showModal(),
  'sign-out': async () => { await post('/logout').catch(() => {}); location.assign('/login'); },
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
    act(() => doc.go(mark.dataset.s, { scroll: false }));
  } else if (box && !event.target.closest('.pick')) {
    act(() => doc.go(box.dataset.card, { scroll: false }));
  }
});

document.addEventListener('change', event => {
  const box = event.target.closest('.pick')?.closest('.card');
  if (box) {
    doc.select(box.dataset.card, event.target.checked);
    showSelection();
  } else if (event.target.form === filter) {
    filtered();
  }
});

let typing;
filter.addEventListener('input', event => {
  if (event.target.name !== 'text') return;
  clearTimeout(typing);
  typing = setTimeout(filtered, 150);
});
filter.addEventListener('submit', event => { event.preventDefault(); filtered(); });

/** Keeps the open document if it still has matches, else shows the first that does. */
function filtered() {
  clearTimeout(typing);
  act(async () => {
    await refreshList();
    const matches = [...pendingBox.querySelectorAll('.documents a')].map(link => link.dataset.path);
    await open(matches.includes(doc.path()) ? doc.path() : '');
  });
}

const decisions = {
  a: () => decide('accept', chosen()),
  r: () => decide('reject', chosen()),
  u: undo,
};

const keys = {
  j: () => step(1),
  k: () => step(-1),
  e: () => { const id = doc.currentId(); if (id) ask(() => edit(id)); },
  c: () => { const id = doc.currentId(); if (id) ask(() => comment(id)); },
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
    act(pressed(decisions[event.key]));
  }
});

addEventListener('popstate', () => {
  const address = new URLSearchParams(location.search);
  for (const field of filter.elements) {
    if (field.name) field.value = address.get(field.name) ?? '';
  }
  act(() => open(address.get('path') ?? '', { push: false }));
});

function isLive(on) {
  live.className = on ? 'live on' : 'live off';
  live.querySelector('.word').textContent = on ? 'Live' : 'Connecting again';
}

/** Whether it is only the echo of a decision made here, after which the page was brought up to date. */
function isShownAlready(change) {
  return change.path === doc.path() && change.added === 0 && Date.now() - decidedHere < 1000
    && change.pending === Number(doc.article().dataset.pending);
}

/** Says gently what somebody else did. */
function tell(change, added) {
  const who = change.authors.join(' and ');
  if (change.added > 0 && Date.now() - decidedHere > 1000) {
    const here = change.path === doc.path();
    notice(`${who} suggested ${change.added === 1 ? 'a change' : `${change.added} changes`} ${here ? 'here' : `in ${change.path}`}.`, {
      label: 'Show',
      action: () => act(async () => {
        if (change.path !== doc.path()) await open(change.path);
        await doc.go(added[0] ?? doc.ids()[0]);
      }),
    });
  } else if (change.settled > 0 && Date.now() - decidedHere > 1000) {
    notice(`${counted(change.settled)} in ${change.path} decided elsewhere.`);
  }
}

/** Shows what came between the making of the page and the first moment from which it hears of changes. */
async function catchUp() {
  const { seen } = list().dataset;
  await refreshList();
  if (list().dataset.seen !== seen) await refreshDocument();
}

const changes = new EventSource('/review/changes');
let hasBeenAway = false;
changes.addEventListener('ready', () => {
  isLive(true);
  act(hasBeenAway ? refresh : catchUp);
  hasBeenAway = true;
});
changes.addEventListener('change', event => act(async () => {
  const change = JSON.parse(event.data);
  if (isShownAlready(change)) return;
  await refreshList();
  const isOpen = !doc.path() || change.path === doc.path();
  const current = doc.currentId();
  const added = isOpen ? await refreshDocument() ?? [] : [];
  if (current && !doc.currentId()) {
    conflicts++;
    notice('The suggestion you were at has changed or was decided elsewhere.', { conflict: true });
  }
  for (const id of added) doc.card(id)?.classList.add('fresh');
  showSelection();
  tell(change, added);
}));
changes.addEventListener('error', () => isLive(false));

choices('author', JSON.parse(list().dataset.authors));
choices('folder', JSON.parse(list().dataset.folders));
setInterval(tellAges, 30000);
