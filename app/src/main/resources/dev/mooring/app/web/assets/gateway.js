// Keeps the tables up to date, and ends the handles whose button is pressed.

const pause = 2000;
const token = document.querySelector('meta[name="form-token"]').content;
const live = document.getElementById('live');
const news = document.getElementById('news');
let shown;

function show(html) {
  if (html === shown) return;
  shown = html;
  const focused = document.activeElement?.dataset?.end;
  live.innerHTML = html; // escaped by the server, which alone writes it
  live.querySelector(`[data-end="${focused}"]`)?.focus();
}

async function refresh() {
  if (document.hidden) return;
  try {
    const answer = await fetch('/gateway/status', { headers: { Accept: 'text/html' } });
    if (answer.redirected || answer.status === 401) return location.reload();
    show(await answer.text());
    if (news.dataset.lost) {
      delete news.dataset.lost;
      news.textContent = '';
    }
  } catch {
    news.dataset.lost = 'yes';
    news.textContent = 'The gateway does not answer. What you see may be out of date.';
  }
}

async function post(path) {
  const answer = await fetch(path, { method: 'POST', headers: { 'X-Form-Token': token } });
  if (!answer.ok) news.textContent = (await answer.json()).problem;
  else news.textContent = '';
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
setInterval(refresh, pause);
