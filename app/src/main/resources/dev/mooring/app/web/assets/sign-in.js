// Exchanges the one-time code in the fragment of the address for a cookie. A fragment is never sent to a server.

async function signIn() {
  const code = new URLSearchParams(location.hash.slice(1)).get('code');
  if (!code) return;
  history.replaceState(null, '', location.pathname);
  const response = await fetch('/login', { method: 'POST', body: new URLSearchParams({ code }) });
  if (response.ok) location.replace('/');
  else document.getElementById('problem').hidden = false;
}

addEventListener('hashchange', signIn);
signIn();
