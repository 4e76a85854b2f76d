// Lists the saved runs, and asks for changes every two seconds.
'use strict';
(() => {
  const $ = (id) => document.getElementById(id);
  let data = JSON.parse($('data').textContent);

  // All text of the records is added here as text nodes, never as markup.
  const make = (tag, className, ...children) => {
    const element = document.createElement(tag);
    if (className) element.className = className;
    element.append(...children.filter((child) => child !== ''));
    return element;
  };
  const plural = (count, thing) => count.toLocaleString('en') + ' ' + thing + (count === 1 ? '' : 's');
  const time = (ms) => (ms < 999.5 ? Math.round(ms) + ' ms' : ms < 59950 ? (ms / 1000).toFixed(1) + ' s' : Math.round(ms / 60000) + ' min');
  const LOOKS = { answered: 'good', ended: 'good', running: 'warn', stopped: 'warn', limit: 'warn' };
  const isError = (run) => !['answered', 'ended', 'running'].includes(run.outcome) || (run.totals?.failed ?? 0) > 0 || (run.totals?.lost ?? 0) > 0;

  const item = (run) => {
    const totals = run.totals;
    const facts = [
      new Date(run.started).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' }),
      run.millis === undefined ? '' : time(run.millis),
      totals ? plural(totals.calls, 'call') : '',
    ].filter((fact) => fact !== '');
    const failed = totals?.failed ? make('span', 'bad', totals.failed + ' failed') : '';
    const lost = totals?.lost ? make('span', 'bad', plural(totals.lost, 'session') + ' lost') : '';
    const link = make('a', 'run',
      make('span', 'agent', run.agent || 'Run'),
      make('span', 'pill ' + (LOOKS[run.outcome] ?? 'bad'), run.outcome),
      make('span', 'input', run.asked.replace(/\s+/g, ' ')),
      make('span', 'facts-line', ...facts.map((fact) => make('span', '', fact)), failed, lost, make('code', '', run.id)));
    link.href = '/runs/' + run.id;
    return make('li', '', link);
  };
  const draw = () => {
    const words = $('search').value.trim().toLowerCase();
    const found = data.runs.filter((run) => (!$('errors').checked || isError(run))
      && (words === '' || [run.agent, run.asked, run.id, run.outcome].some((text) => text.toLowerCase().includes(words))));
    const focused = document.activeElement?.getAttribute('href');
    $('runs').replaceChildren(...found.map(item));
    if (focused) $('runs').querySelector('a[href="' + focused + '"]')?.focus({ preventScroll: true });
    $('found').textContent = found.length === data.runs.length ? plural(found.length, 'run') : found.length + ' of ' + plural(data.runs.length, 'run');
  };
  const follow = async () => {
    if (!document.hidden) {
      try {
        const response = await fetch('/runs/data?version=' + data.version);
        if (response.status === 200) {
          data = await response.json();
          draw();
        } else if (response.status !== 204) {
          $('live').textContent = (await response.json()).problem;
          return;
        }
        $('live').textContent = '';
      } catch {
        $('live').textContent = 'Mooring no longer answers. Run “mooring runs open” again.';
      }
    }
    setTimeout(follow, 2000);
  };
  $('search').addEventListener('input', draw);
  $('errors').addEventListener('change', draw);
  $('find').addEventListener('submit', (event) => event.preventDefault());
  addEventListener('keydown', (event) => {
    if (event.key === '/' && document.activeElement !== $('search')) {
      event.preventDefault();
      $('search').focus();
    }
  });
  draw();
  follow();
})();
