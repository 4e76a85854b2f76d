// Refreshes the tables, and ends a session when its button is pressed.

const refreshInterval = 2000; // milliseconds
const token = document.querySelector('meta[name="form-token"]').content;
const live = document.getElementById('live');
const notice = document.getElementById('notice');
let shownHtml;

function show(html) {
  if (html === shownHtml) return;
  shownHtml = html;
  const focused = document.activeElement?.dataset?.end;
  live.innerHTML = html; // the server escapes all text in it
  live.querySelector(`[data-end="${focused}"]`)?.focus();
}

async function refresh() {
  if (document.hidden) return;
  try {
    const response = await fetch('/gateway/status', { headers: { Accept: 'text/html' } });
    if (response.redirected || response.status === 401) return location.reload();
    show(await response.text());
    if (notice.dataset.offline) {
      delete notice.dataset.offline;
      notice.textContent = '';
    }
  } catch {
    notice.dataset.offline = 'yes';
    notice.textContent = 'The gateway does not respond. This page may be out of date.';
  }
}

async function post(path) {
  const response = await fetch(path, { method: 'POST', headers: { 'X-Form-Token': token } });
  if (!response.ok) notice.textContent = (await response.json()).problem;
  else notice.textContent = '';
}

document.addEventListener('click', async ({ target }) => {
  if (target.dataset?.end) {
    target.disabled = true;
    await post('/gateway/end/' + target.dataset.end);
    refresh();
  } else if (target.id === 'sign-out') {
    await post('/logout');
    location.reload();
  }
});

document.addEventListener('visibilitychange', refresh);
setInterval(refresh, refreshInterval);
