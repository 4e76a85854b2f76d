// A browser that follows redirects with cookies. Arguments: the address of a page, and optionally "stop", which prints the
// first address with the path /callback instead of opening it, as a browser on another machine would.
const [page, mode] = process.argv.slice(2);
const cookies = new Map();
let next = page;
for (let i = 0; i < 20 && next; i++) {
  if (mode === 'stop' && new URL(next).pathname === '/callback') {
    console.log(next);
    break;
  }
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(next, { redirect: 'manual', headers: cookie ? { cookie } : {} });
  for (const line of response.headers.getSetCookie()) {
    const [name, value] = line.split(';')[0].split('=');
    cookies.set(name, value);
  }
  const location = response.headers.get('location');
  next = location && new URL(location, next).href;
}
