// Exchanges the one-time code in the fragment of the address for a cookie. A fragment is never sent to a server.

async function signIn() {
  const given = new URLSearchParams(location.hash.slice(1));
  const code = given.get('code');
  if (!code) return;
  const page = given.get('page') ?? '/';
  history.replaceState(null, '', location.pathname);
  const response = await fetch('/login', { method: 'POST', body: new URLSearchParams({ code }) });
  if (response.ok) location.replace(/^\/(?!\/)[\w/]*$/.test(page) ? page : '/');
  else document.getElementById('problem').hidden = false;
}

addEventListener('hashchange', signIn);
signIn();
