// Refreshes the tables, searches them, copies lines for clients, and ends a session after a confirmation.

const refreshInterval = 2000; // milliseconds
const token = document.querySelector('meta[name="csrf-token"]').content;
const live = document.getElementById('live');
const notice = document.getElementById('notice');
const search = document.getElementById('search');
const address = document.getElementById('address');
const confirmation = document.getElementById('confirm');
let shownHtml;

const byKey = (key) => [...live.querySelectorAll('details')].find((details) => details.dataset.key === key);

function show(html) {
  if (html === shownHtml) return;
  shownHtml = html;
  const end = document.activeElement?.dataset?.end;
  const summary = document.activeElement?.closest?.('#live summary')?.parentElement.dataset.key;
  const open = [...live.querySelectorAll('details[open]')].map((details) => details.dataset.key);
  live.innerHTML = html; // the server escapes all text in it
  open.forEach((key) => byKey(key)?.setAttribute('open', ''));
  if (end) live.querySelector(`[data-end="${end}"]`)?.focus();
  if (summary) byKey(summary)?.querySelector('summary').focus();
  filter();
}

function filter() {
  const words = search.value.toLowerCase().split(/\s+/).filter((word) => word);
  for (const sheet of live.querySelectorAll('.sheet')) {
    const rows = [...sheet.querySelectorAll('[data-row]')];
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
    }
    sheet.dataset.none = rows.length > 0 && rows.every((row) => row.hidden) ? 'yes' : '';
  }
}

async function refresh() {
  if (document.hidden) return;
  try {
    const response = await fetch('/gateway/status', { headers: { Accept: 'text/html' } });
    if (response.redirected || response.status === 401) return location.reload();
    if (!response.ok) return showOutdated((await response.json()).problem);
    show(await response.text());
    if (notice.dataset.outdated) {
      delete notice.dataset.outdated;
      notice.textContent = '';
    }
  } catch {
    showOutdated('The gateway does not respond.');
  }
}

function showOutdated(reason) {
  notice.dataset.outdated = 'yes';
  notice.textContent = `${reason} This page may be out of date.`;
}

async function post(path) {
  const response = await fetch(path, { method: 'POST', headers: { 'X-CSRF-Token': token } });
  if (!response.ok) notice.textContent = (await response.json()).problem;
  else notice.textContent = '';
}

async function copy(button) {
  const lines = button.parentElement.querySelector('pre');
  try {
    await navigator.clipboard.writeText(lines.textContent);
    button.textContent = 'Copied';
    setTimeout(() => { button.textContent = 'Copy'; }, 2000);
  } catch {
    getSelection().selectAllChildren(lines); // without permission, or without HTTPS: ready for Ctrl-C
  }
}

confirmation.addEventListener('close', async () => {
  if (confirmation.returnValue !== 'end') return;
  await post('/gateway/end/' + confirmation.dataset.number);
  refresh();
});

document.addEventListener('click', ({ target }) => {
  if (target.dataset?.end) {
    confirmation.dataset.number = target.dataset.end;
    confirmation.returnValue = '';
    document.getElementById('confirm-title').textContent = target.getAttribute('aria-label') + '?';
    confirmation.showModal();
  } else if (target.dataset && 'copy' in target.dataset) {
    copy(target);
  }
});

address.addEventListener('change', () => {
  for (const setup of document.querySelectorAll('[data-address]')) {
    setup.hidden = setup.dataset.address !== address.value;
  }
});
search.addEventListener('input', filter);
document.addEventListener('visibilitychange', refresh);
setInterval(refresh, refreshInterval);
