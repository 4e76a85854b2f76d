// Draws a run as a timeline with steps and details. A page from a service follows a run in progress; a page in a file does not change.
'use strict';
(() => {
  const $ = (id) => document.getElementById(id);
  const isServed = location.protocol !== 'file:';

  // All text of the record is added here as text nodes, never as markup.
  const make = (tag, className, ...children) => {
    const element = document.createElement(tag);
    if (className) element.className = className;
    for (const child of children) {
      if (child !== null && child !== undefined && child !== '') element.append(child);
    }
    return element;
  };
  const plural = (count, thing, things = thing + 's') => count.toLocaleString('en') + ' ' + (count === 1 ? thing : things);
  const time = (ms) => {
    if (ms < 9.95) return ms.toFixed(1) + ' ms';
    if (ms < 999.5) return Math.round(ms) + ' ms';
    if (ms < 59950) return (ms / 1000).toFixed(1) + ' s';
    const seconds = Math.round(ms / 1000);
    const two = (n) => String(n).padStart(2, '0');
    return seconds < 3600
      ? Math.floor(seconds / 60) + ' min ' + two(seconds % 60) + ' s'
      : Math.floor(seconds / 3600) + ' h ' + two(Math.floor(seconds / 60) % 60) + ' min';
  };
  const offset = (ms) => '+' + time(ms);
  const oneLine = (text, most = 240) => {
    const line = text.replace(/\s+/g, ' ').trim();
    return line.length > most ? line.slice(0, most) + '…' : line;
  };
  const pretty = (text) => {
    try {
      return /^\s*[[{]/.test(text) ? JSON.stringify(JSON.parse(text), null, 2) : text;
    } catch {
      return text;
    }
  };

  // What the person has chosen. It outlives the redrawing of a run in progress.
  const state = { chosen: null, byPerson: false, scale: null };

  // Indexes a run, and adds what several parts of the page show. The total time of a run in progress grows.
  const index = (run) => {
    const isRunning = run.outcome === 'running';
    const elapsed = () => (isRunning && isServed ? Math.max(run.end, Date.now() - Date.parse(run.started)) : run.end);
    const data = { run, isRunning, total: Math.max(elapsed(), 1), advance: () => { data.total = Math.max(elapsed(), 1); } };
    const endOf = (thing) => (thing.end === null ? data.total : thing.end);
    const unfinished = isRunning ? ', in progress' : ', unfinished';
    const span = (thing) => time(endOf(thing) - thing.begin) + (thing.end === null ? unfinished : '');

    // One hue for each agent name. The hues differ clearly from each other and from the red of failures.
    const HUES = [214, 168, 274, 38, 190, 310, 96, 244];
    const names = [...new Set(run.invocations.map((each) => each.agent))];
    const hue = (agent) => HUES[Math.max(0, names.indexOf(agent)) % HUES.length];
    const byScope = new Map(run.invocations.map((each) => [each.scope, each]));
    const byCall = new Map(run.calls.map((each) => [each.id, each]));
    const agentOf = (scope) => byScope.get(scope)?.agent ?? '';
    const swatch = (agent) => {
      const square = make('span', 'swatch');
      square.style.setProperty('--hue', hue(agent));
      return square;
    };
    const children = new Map();
    for (const each of run.invocations) {
      const key = each.call ?? '';
      children.set(key, [...(children.get(key) ?? []), each]);
    }
    const callsOf = new Map();
    for (const call of run.calls) {
      const key = call.scope + ' ' + call.round;
      callsOf.set(key, [...(callsOf.get(key) ?? []), call]);
    }
    const callsIn = (turn) => callsOf.get(turn.scope + ' ' + turn.round) ?? [];
    const sessionOf = new Map(run.sessions.map((each) => [each.id, each]));

    // The messages of a turn, with the text of the calls that they refer to.
    const messagesOf = (turn) => (turn.messages ?? []).map((message) => ({
      ...message,
      text: message.call ? byCall.get(message.call)?.result ?? '' : message.text,
    }));
    // A turn repeats the instructions only if they have changed.
    const instructionsOf = (turn) => {
      const turns = byScope.get(turn.scope)?.turns ?? [];
      for (let at = turns.findIndex((each) => each.round === turn.round); at >= 0; at--) {
        if (typeof turns[at].instructions === 'string') return turns[at].instructions;
      }
      return '';
    };
    return Object.assign(data, { unfinished, span, names, hue, byScope, agentOf, swatch, children, callsIn, sessionOf, messagesOf, instructionsOf });
  };

  // The items that can be selected, by time: turns, calls, invocations and sessions. Several elements can show one item.
  const selectable = ({ run, isRunning, messagesOf, instructionsOf }, showDetail) => {
    const things = new Map();
    const shown = new Map();
    const add = (key, kind, thing, isError, ...texts) => things.set(key, { key, kind, thing, isError, texts });
    for (const each of run.invocations) {
      add('agent ' + each.scope, 'agent', each, each.outcome !== '' && each.outcome !== 'answered', each.agent, each.input, each.output);
      for (const turn of each.turns) {
        const whole = { ...turn, scope: each.scope };
        const failed = turn.end === null && !isRunning;
        add('turn ' + each.scope + ' ' + turn.round, 'turn', whole, failed, turn.text, instructionsOf(whole), ...messagesOf(turn).map((message) => message.text));
      }
    }
    for (const call of run.calls) add('call ' + call.id, 'call', call, call.failed, call.label, JSON.stringify(call.arguments), call.result);
    for (const session of run.sessions) add('session ' + session.id, 'session', session, session.state === 'lost' || session.state === 'failed', session.server, session.reason);
    const order = [...things.values()].sort((a, b) => a.thing.begin - b.thing.begin).map((each) => each.key);

    const choose = (key, { reveal = true, byPerson = true } = {}) => {
      for (const element of shown.get(state.chosen) ?? []) {
        element.classList.remove('chosen');
        element.removeAttribute('aria-current');
      }
      state.chosen = key;
      state.byPerson = state.byPerson || byPerson;
      for (const element of shown.get(key) ?? []) {
        if (element.classList.contains('step')) {
          element.setAttribute('aria-current', 'true');
          if (reveal && matchMedia('(min-width: 981px)').matches) element.scrollIntoView({ block: 'nearest' });
        } else {
          element.classList.add('chosen');
        }
      }
      showDetail(things.get(key), byPerson);
    };
    const chooser = (element, key, label) => {
      element.type = 'button';
      element.dataset.key = key;
      if (label) {
        element.title = label;
        element.setAttribute('aria-label', label);
      }
      element.addEventListener('click', () => choose(key, { reveal: !element.classList.contains('step') }));
      shown.set(key, [...(shown.get(key) ?? []), element]);
      return element;
    };

    const byKey = (key, place) => (shown.get(key) ?? []).find((element) => element.closest(place));
    const go = (direction, from) => {
      for (let at = order.indexOf(from) + direction; at >= 0 && at < order.length; at += direction) {
        const bar = byKey(order[at], '#timeline');
        if (bar) {
          bar.focus();
          bar.scrollIntoView({ block: 'nearest', inline: 'nearest' });
          choose(order[at]);
          return;
        }
      }
    };
    return { things, order, choose, chooser, byKey, go };
  };

  // Draws the head, and returns the element with the duration.
  const drawHead = ({ run, total }) => {
    const subAgents = run.invocations.filter((each) => each.parent !== null).length;
    const failures = run.calls.filter((call) => call.failed).length;
    const duration = make('span', '');
    const outcome = { answered: 'good', ended: 'good', running: 'warn', stopped: 'warn', limit: 'warn' }[run.outcome] ?? 'bad';
    const root = run.invocations.find((each) => each.parent === null);
    const when = new Date(run.started);
    const sub = make('p', 'sub');
    sub.append(make('code', '', run.id), ' · ' + when.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' }) + (root?.model ? ' · ' + root.model : ''));
    const figures = make('dl', 'figures');
    const figure = (name, value, small, bad) =>
      figures.append(make('div', '', make('dt', '', name), make('dd', '', value, small ? ' ' : '', small ? make('small', bad ? 'bad' : '', small) : '')));
    const turns = run.invocations.reduce((sum, each) => sum + each.turns.length, 0);
    const tokens = run.invocations.flatMap((each) => each.turns).reduce((sum, turn) => [sum[0] + turn.tokensIn, sum[1] + turn.tokensOut], [0, 0]);
    const lost = run.sessions.filter((each) => each.state === 'lost').length;
    duration.textContent = time(total);
    figure('Time', duration);
    figure('Turns', turns.toLocaleString('en'));
    figure('Tool calls', run.calls.length.toLocaleString('en'), failures ? failures + ' failed' : '', true);
    figure('Sub-agents', subAgents.toLocaleString('en'));
    figure('Sessions', run.sessions.length.toLocaleString('en'), lost ? lost + ' lost' : '', true);
    if (tokens[0] + tokens[1] > 0) figure('Tokens', (tokens[0] + tokens[1]).toLocaleString('en'), tokens[0].toLocaleString('en') + ' in, ' + tokens[1].toLocaleString('en') + ' out');
    $('head').replaceChildren(make('div', 'top', make('h1', '', run.agent || 'Run'), make('span', 'pill ' + outcome, run.outcome)), sub, figures);
    if (run.reason) $('head').append(make('p', 'reason', run.reason));
    const top = run.invocations.filter((each) => each.parent === null);
    if (top.length > 0) {
      const last = top[top.length - 1];
      const card = (title, text) => {
        const paragraph = make('p', '', text);
        paragraph.tabIndex = 0;
        return make('div', '', make('h2', '', title), paragraph);
      };
      $('head').append(make('div', 'asked', card(top.length > 1 ? 'First input' : 'Input', top[0].input || '–'), card(top.length > 1 ? 'Last answer' : 'Answer', last.output || '–')));
    }
    return duration;
  };

  // Makes the rows of the timeline. Adds each bar with its times to a list: the scale places the bars.
  const makeRows = ({ run, isRunning, span, hue, agentOf, swatch }, chooser) => {
    const timed = [];
    const place = (element, begin, end, top, height) => {
      timed.push({ element, begin, end });
      element.style.top = top + 'px';
      if (height) element.style.height = height + 'px';
      return element;
    };
    // Stacks overlapping bars on separate levels.
    const stack = (bars) => {
      const free = [];
      return bars.map((bar) => {
        let level = free.findIndex((until) => until <= bar.begin);
        if (level < 0) level = free.length;
        free[level] = bar.end ?? Infinity;
        return level;
      });
    };
    const callBar = (call, top, next) => {
      const bar = make('button', 'call' + (call.failed ? ' failed' : '') + (call.end === null ? ' unfinished' : ''), call.kind === 'server' ? call.tool : call.label);
      bar.style.setProperty('--hue', hue(agentOf(call.scope)));
      bar.dataset.agent = agentOf(call.scope);
      chooser(bar, 'call ' + call.id, call.label + ' by ' + agentOf(call.scope) + ', ' + offset(call.begin) + ', ' + span(call) + (call.failed ? ', failed' : ''));
      place(bar, call.begin, call.end, top);
      // A bar that is too short for its label shows the label beside it, if there is room before the next bar.
      const beside = make('span', 'beside', bar.textContent);
      beside.style.top = top + 'px';
      beside.dataset.agent = bar.dataset.agent;
      beside.dataset.of = 'call ' + call.id;
      beside.setAttribute('aria-hidden', 'true');
      Object.assign(timed[timed.length - 1], { beside, next });
      return [bar, beside];
    };
    const row = (title, notes, height) => {
      const name = make('div', 'name', title);
      for (const note of notes) name.append(note);
      const track = make('div', 'track');
      track.style.height = height + 'px';
      return { element: make('div', 'row', name, track), track };
    };
    const note = (text, bad) => {
      const element = make('span', 'note' + (bad ? ' bad' : ''), text);
      element.title = text;
      return element;
    };
    const agentRow = (invocation, depth) => {
      const title = make('b', '', swatch(invocation.agent), invocation.agent);
      const { element, track } = row(title, [note(span(invocation) + ' · ' + plural(invocation.turns.length, 'turn'))], 44);
      element.querySelector('.name').style.paddingLeft = 18 + Math.min(depth, 6) * 14 + 'px';
      const band = make('button', 'band work' + (invocation.end === null ? ' open' : ''));
      band.style.setProperty('--hue', hue(invocation.agent));
      chooser(band, 'agent ' + invocation.scope, invocation.agent + ', ' + offset(invocation.begin) + ', ' + span(invocation));
      track.append(place(band, invocation.begin, invocation.end, 7, 30));
      for (const turn of invocation.turns) {
        const bar = make('button', 'turn' + (turn.end === null ? ' unfinished' : ''), 'turn ' + turn.round);
        bar.style.setProperty('--hue', hue(invocation.agent));
        bar.dataset.agent = invocation.agent;
        chooser(bar, 'turn ' + invocation.scope + ' ' + turn.round, invocation.agent + ', turn ' + turn.round + ', ' + offset(turn.begin) + ', ' + span(turn));
        track.append(place(bar, turn.begin, turn.end, 12));
      }
      return element;
    };
    const lane = (title, notes, calls, session) => {
      const levels = stack(calls);
      const depth = Math.max(1, ...levels.map((level) => level + 1));
      const height = Math.max(44, depth * 24 + 18);
      const { element, track } = row(title, notes, height);
      if (session) {
        if (session.opened !== null && session.opened > session.begin) {
          const opening = make('div', 'band opening');
          opening.dataset.of = 'session ' + session.id;
          opening.title = 'opening, ' + time(session.opened - session.begin);
          track.append(place(opening, session.begin, session.opened, 6, height - 12));
        }
        const band = make('button', 'band ' + session.state + (session.opened !== null && session.opened > session.begin ? ' after-opening' : ''));
        chooser(band, 'session ' + session.id, 'session ' + session.id + ' with ' + session.server + ', ' + session.state + ', ' + span(session));
        track.append(place(band, session.opened ?? session.begin, session.end, 6, height - 12));
      }
      calls.forEach((call, at) => {
        const after = calls.find((_, later) => later > at && levels[later] === levels[at]);
        track.append(...callBar(call, 11 + levels[at] * 24, after ? after.begin : null));
      });
      return element;
    };
    const sessionLane = (session) => {
      const calls = run.calls.filter((call) => call.session === session.id);
      const states = { lost: 'lost: ' + session.reason, failed: 'cannot open: ' + session.reason, open: isRunning ? '' : 'still open', closed: '' };
      const count = session.state === 'failed' ? '' : session.id + ' · ' + session.era + ' · ' + plural(calls.length, 'call');
      const notes = [count ? note(count) : '', states[session.state] ? note(oneLine(states[session.state]), session.state !== 'open') : ''];
      return lane(make('b', '', session.server), notes, calls, session);
    };
    return { timed, note, agentRow, lane, sessionLane };
  };

  // Makes the area that scrolls and zooms, and places the bars in it.
  const makeCanvas = (data, timed) => {
    const PADDING = 12;
    let scale = state.scale ?? 0; // pixels for a millisecond
    let fit = 0;
    const scroll = make('div', 'scroll');
    scroll.tabIndex = 0;
    scroll.setAttribute('role', 'region');
    scroll.setAttribute('aria-label', 'Timeline: arrow keys scroll, plus and minus zoom');
    const canvas = make('div', 'canvas');
    const axis = make('div', 'axis');
    const grids = make('div', '');
    const zoomOut = make('button', '', '−');
    const layout = () => {
      canvas.style.setProperty('--width', Math.round(data.total * scale + PADDING) + 'px');
      for (const { element, begin, end, beside, next } of timed) {
        const width = Math.max(4, ((end ?? data.total) - begin) * scale);
        element.style.left = PADDING + begin * scale + 'px';
        element.style.width = width + 'px';
        if (element.classList.contains('call') || element.classList.contains('turn')) {
          const text = element.textContent.length * 6.5;
          const narrow = width < Math.min(text + 12, 60);
          element.classList.toggle('narrow', narrow);
          if (beside) {
            beside.hidden = !narrow || ((next ?? data.total) - begin) * scale < width + text + 10;
            beside.style.left = PADDING + begin * scale + width + 5 + 'px';
          }
        }
      }
      ticks();
      zoomOut.disabled = scale <= fit * 1.001;
    };
    const labelWidth = () => axis.querySelector('.corner').offsetWidth;
    const ticks = () => {
      const steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 15e3, 3e4, 6e4, 12e4, 3e5, 6e5, 12e5, 18e5, 36e5, 72e5, 216e5];
      const step = steps.find((each) => each * scale >= 96) ?? steps[steps.length - 1];
      axis.querySelectorAll('.tick').forEach((tick) => tick.remove());
      grids.textContent = '';
      // Draws only the visible ticks and a few more: a long run, zoomed in, has too many for one page.
      const from = Math.max(0, Math.floor((scroll.scrollLeft - 400) / scale / step));
      const until = Math.min(Math.floor(data.total / step), Math.ceil((scroll.scrollLeft + scroll.clientWidth + 400) / scale / step));
      for (let i = from; i <= until; i++) {
        const left = labelWidth() + PADDING + i * step * scale + 'px';
        const tick = make('span', 'tick', i === 0 ? '0' : time(i * step).replace(/\.0 (?=s|ms)/, ' '));
        tick.style.left = left;
        axis.append(tick);
        const grid = make('div', 'grid');
        grid.style.left = left;
        grids.append(grid);
      }
    };
    const zoomTo = (wanted, anchor = scroll.clientWidth / 2 + labelWidth() / 2) => {
      const next = Math.min(Math.max(wanted, fit), 400);
      const at = (scroll.scrollLeft + anchor - labelWidth() - PADDING) / scale;
      scale = next;
      state.scale = scale > fit * 1.001 ? scale : null;
      layout();
      scroll.scrollLeft = at * scale - anchor + labelWidth() + PADDING;
      ticks();
    };
    const fitAll = () => {
      fit = Math.max(80, scroll.clientWidth - labelWidth() - 2 * PADDING - 26) / data.total;
      scale = Math.max(state.scale ?? fit, fit);
      layout();
    };
    scroll.append(canvas);
    scroll.addEventListener('scroll', ticks, { passive: true });
    return { scroll, canvas, axis, grids, zoomOut, fitAll, zoomBy: (factor, anchor) => zoomTo(scale * factor, anchor), zoomFit: () => zoomTo(fit) };
  };

  // Draws the timeline. Calls undim when the pointer leaves the name of an agent.
  const drawTimeline = (data, chooser, undim) => {
    const { run, names, swatch, children, sessionOf } = data;
    const { timed, note, agentRow, lane, sessionLane } = makeRows(data, chooser);
    const { scroll, canvas, axis, grids, zoomOut, fitAll, zoomBy, zoomFit } = makeCanvas(data, timed);
    const dim = (agent) => {
      for (const bar of canvas.querySelectorAll('.call, .turn, .beside')) bar.classList.toggle('dimmed', agent !== null && bar.dataset.agent !== agent);
      if (agent === null) undim();
    };
    const legend = make('ul', 'legend');
    for (const agent of names) {
      const item = make('li', '', swatch(agent), agent);
      item.addEventListener('mouseenter', () => dim(agent));
      item.addEventListener('mouseleave', () => dim(null));
      legend.append(item);
    }
    const button = (element, label, action) => {
      element.type = 'button';
      element.title = label;
      element.setAttribute('aria-label', label);
      element.addEventListener('click', action);
      return element;
    };
    const zoom = make('div', 'zoom',
      button(zoomOut, 'Zoom out (−)', () => zoomBy(1 / 1.6)),
      button(make('button', '', 'Fit'), 'Fit: show the whole run (0)', zoomFit),
      button(make('button', '', '+'), 'Zoom in (+)', () => zoomBy(1.6)));
    axis.append(make('div', 'corner', 'since the start'));
    canvas.append(axis, grids);
    canvas.append(make('h2', 'group', 'Agents'));
    const walk = (invocation, depth) => {
      canvas.append(agentRow(invocation, depth));
      for (const call of run.calls.filter((each) => each.scope === invocation.scope)) {
        for (const child of children.get(call.id) ?? []) walk(child, depth + 1);
      }
    };
    for (const invocation of run.invocations.filter((each) => each.parent === null)) walk(invocation, 0);
    if (run.sessions.length > 0) {
      canvas.append(make('h2', 'group', 'Sessions'));
      for (const session of run.sessions) canvas.append(sessionLane(session));
    }
    const loose = run.calls.filter((call) => call.kind !== 'agent' && !sessionOf.has(call.session));
    if (loose.length > 0) {
      canvas.append(make('h2', 'group', 'Without a session'));
      canvas.append(lane(make('b', '', 'other calls'), [note(plural(loose.length, 'call'))], loose, null));
    }
    canvas.append(make('div', 'group', ''));
    $('timeline').replaceChildren(make('div', 'bar-tools', legend, zoom), scroll);
    scroll.addEventListener('wheel', (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      zoomBy(Math.exp(-event.deltaY / 240), event.clientX - scroll.getBoundingClientRect().left);
    }, { passive: false });
    fitAll();
    return { scroll, canvas, fitAll, zoomBy, zoomFit };
  };

  // Draws the steps as a tree: agents, their turns, the calls of a turn.
  const drawSteps = ({ run, span, agentOf, swatch, children, callsIn }, chooser) => {
    const step = (key, mark, what, code, gist, badges, took) => {
      const button = make('button', 'step', mark, make('span', 'what' + (code ? ' code' : ''), what), make('span', 'gist', gist), ...badges, make('span', 'time', took));
      return chooser(button, key, '');
    };
    const callStep = (call) => {
      const below = children.get(call.id) ?? [];
      if (below.length > 0) return agentStep(below[0]);
      const badges = [];
      if (call.failed) badges.push(make('span', 'badge bad', 'failed'));
      if (call.session) badges.push(make('span', 'badge', call.session + (call.opened ? ' opened' : '')));
      return make('li', '', step('call ' + call.id, swatch(agentOf(call.scope)), call.label, true, oneLine(JSON.stringify(call.arguments)), badges, span(call)));
    };
    const agentStep = (invocation) => {
      const badges = invocation.outcome && invocation.outcome !== 'answered' ? [make('span', 'badge bad', invocation.outcome)] : [];
      const item = make('li', '', step('agent ' + invocation.scope, swatch(invocation.agent), invocation.agent, false, oneLine(invocation.input), badges, span(invocation)));
      const list = make('ol', '');
      for (const turn of invocation.turns) {
        const calls = callsIn({ scope: invocation.scope, round: turn.round });
        const inside = make('li', '', step('turn ' + invocation.scope + ' ' + turn.round, '', 'turn ' + turn.round, false, oneLine(turn.text), [], span(turn)));
        if (calls.length > 0) inside.append(make('ol', '', ...calls.map(callStep)));
        list.append(inside);
      }
      for (const each of invocation.notes) list.append(make('li', 'remark', make('p', 'hint', offset(each.at) + '  ' + each.text)));
      if (list.children.length > 0) item.append(list);
      return item;
    };
    const keys = make('p', 'hint');
    keys.append('Click a bar or a step, or use ', make('kbd', '', 'Tab'), ' and ', make('kbd', '', '←'), ' ', make('kbd', '', '→'), '. Zoom with ', make('kbd', '', '+'), ' ', make('kbd', '', '−'), ' ', make('kbd', '', '0'), ' or Ctrl and the wheel. Search with ', make('kbd', '', '/'), ', next match with ', make('kbd', '', 'Enter'), '.');
    $('steps').replaceChildren(make('h2', '', 'Steps'), make('ol', 'tree', ...run.invocations.filter((each) => each.parent === null).map(agentStep)), keys);
  };

  // Returns a function that shows the details of an item. Unless the item is new, folded parts and the scroll position stay.
  const detailPane = ({ run, unfinished, span, byScope, agentOf, callsIn, messagesOf, instructionsOf }) => {
    const facts = (pairs) => {
      const list = make('dl', 'facts');
      for (const [name, value, bad] of pairs) {
        if (value !== null && value !== undefined && value !== '') list.append(make('dt', '', name), make('dd', bad ? 'bad' : '', String(value)));
      }
      return list;
    };
    const box = (text, bad) => {
      const pre = make('pre', bad ? 'bad' : '', pretty(text));
      pre.tabIndex = 0;
      return pre;
    };
    const block = (title, text, bad) => (text ? [make('h3', 'part', title), box(text, bad)] : []);
    const folded = (title, ...content) => make('details', '', make('summary', '', title), ...content);
    const message = (each) => {
      const attachments = each.attachments ? ' (' + plural(each.attachments, 'attachment') + ')' : '';
      const title = each.role === 'tool' ? 'Result of ' + each.tool : each.role === 'model' ? 'Model' : 'User';
      return make('div', 'message', make('p', 'role', title + attachments), box(each.text || '(empty)', each.failed));
    };
    // The messages that the record has of the turns before this one in the same invocation.
    const before = (turn) => (byScope.get(turn.scope)?.turns ?? [])
      .filter((each) => each.round < turn.round)
      .flatMap((each) => {
        const calls = callsIn({ scope: turn.scope, round: each.round });
        const said = [each.text, ...calls.map((call) => call.label + ' ' + JSON.stringify(call.arguments))].filter((line) => line).join('\n');
        return [...messagesOf(each), { role: 'model', text: said }];
      });
    const input = (turn) => {
      if (!turn.messages) return [];
      const instructions = instructionsOf(turn);
      const earlier = before(turn);
      const history = byScope.get(turn.scope)?.turns[0]?.earlier ?? 0;
      return [
        instructions ? folded('Instructions', box(instructions)) : '',
        earlier.length > 0 ? folded(plural(earlier.length, 'earlier message'), ...earlier.map(message)) : '',
        history > 0 ? make('p', 'hint', 'The conversation had ' + plural(history, 'message') + ' before this input.') : '',
        turn.messages.length > 0 ? make('h3', 'part', 'Messages') : '',
        ...messagesOf(turn).map(message),
      ].filter((each) => each !== '');
    };
    const details = {
      call: (call) => [
        make('p', 'kind', call.kind === 'agent' ? 'Sub-agent called' : 'Tool call'),
        make('h2', 'title code', call.label),
        facts([
          ['Outcome', call.end === null ? unfinished.slice(2) : call.failed ? 'failed' : 'answered', call.failed],
          ['Time', offset(call.begin) + ', ' + span(call)],
          ['By', agentOf(call.scope) + ', turn ' + call.round],
          ['Session', call.session ? call.session + (call.opened ? ', opened for this call' : ', reused') : null],
          ['Span', call.span],
        ]),
        ...block('Arguments', JSON.stringify(call.arguments, null, 2)),
        ...block('Result', call.result || (call.end === null ? '' : '(empty)'), call.failed),
      ],
      turn: (turn) => [
        make('p', 'kind', 'Model turn'),
        make('h2', 'title', agentOf(turn.scope) + ', turn ' + turn.round),
        facts([
          ['Time', offset(turn.begin) + ', ' + span(turn)],
          ['Model', byScope.get(turn.scope)?.model],
          ['Tokens', turn.tokensIn + turn.tokensOut > 0 ? turn.tokensIn.toLocaleString('en') + ' in, ' + turn.tokensOut.toLocaleString('en') + ' out' : null],
          ['Calls', callsIn(turn).map((call) => call.label).join(', ')],
        ]),
        ...input(turn),
        ...block('Text', turn.text),
      ],
      agent: (each) => [
        make('p', 'kind', each.parent === null ? 'Agent' : 'Sub-agent'),
        make('h2', 'title', each.agent),
        facts([
          ['Outcome', each.outcome || unfinished.slice(2), each.outcome !== '' && each.outcome !== 'answered'],
          ['Time', offset(each.begin) + ', ' + span(each)],
          ['Model', each.model],
          ['Turns', each.turns.length],
          ['Called by', each.parent === null ? null : agentOf(each.parent)],
        ]),
        ...block('Asked', each.input),
        ...block('Answered', each.output, each.outcome === 'failed'),
      ],
      session: (each) => {
        const calls = run.calls.filter((call) => call.session === each.id);
        const users = [...new Set(calls.map((call) => agentOf(call.scope)))];
        return [
          make('p', 'kind', 'Session'),
          make('h2', 'title', each.server),
          facts([
            ['Id', each.state === 'failed' ? null : each.id],
            ['State', each.state, each.state === 'lost' || each.state === 'failed'],
            ['Time', offset(each.begin) + ', ' + span(each)],
            ['Opened in', each.opened === null ? null : time(each.opened - each.begin)],
            ['Protocol', each.era],
            ['Held for', each.owner],
            ['Calls', calls.length],
            ['Used by', users.join(', ')],
          ]),
          ...block('Reason', each.reason, true),
        ];
      },
    };
    return (thing, isNew) => {
      const open = isNew ? [] : [...$('detail').querySelectorAll('details')].map((each) => each.open);
      const top = isNew ? 0 : $('detail').scrollTop;
      $('detail').replaceChildren(...details[thing.kind](thing.thing));
      [...$('detail').querySelectorAll('details')].forEach((each, at) => { each.open = open[at] === true; });
      $('detail').scrollTop = top;
    };
  };

  // Search and the errors-only filter: hide steps, dim bars.
  const search = ({ things, order, choose }, canvas) => {
    let matching = [];
    const filter = () => {
      const words = $('search').value.trim().toLowerCase();
      const onlyErrors = $('errors').checked;
      const isFiltered = words !== '' || onlyErrors;
      const has = (text) => text.toLowerCase().includes(words);
      const matches = (thing) => (!onlyErrors || thing.isError) && (words === '' || thing.texts.some(has));
      matching = isFiltered ? order.filter((key) => matches(things.get(key))) : [];
      const found = new Set(matching);
      for (const bar of canvas.querySelectorAll('[data-key], [data-of]')) bar.classList.toggle('dimmed', isFiltered && !found.has(bar.dataset.key ?? bar.dataset.of));
      const visit = (item) => {
        const own = item.querySelector(':scope > .step');
        let visible = own ? found.has(own.dataset.key) : !onlyErrors && has(item.textContent);
        if (own) own.classList.toggle('context', isFiltered && !visible);
        for (const child of item.querySelectorAll(':scope > ol > li')) visible = visit(child) || visible;
        item.hidden = isFiltered && !visible;
        return visible;
      };
      for (const item of $('steps').querySelectorAll('.tree > li')) visit(item);
      $('found').textContent = !isFiltered ? '' : matching.length === 0 ? (onlyErrors && words === '' ? 'No errors' : 'No matches') : onlyErrors && words === '' ? plural(matching.length, 'error') : plural(matching.length, 'match', 'matches');
    };
    const nextMatch = () => {
      if (matching.length === 0) return;
      choose(matching[(matching.indexOf(state.chosen) + 1) % matching.length]);
    };
    return { filter, nextMatch };
  };

  // Draws the run, and returns what the listeners of the page need.
  const draw = (run) => {
    const kept = $('timeline').querySelector('.scroll');
    const scrolled = kept ? [kept.scrollLeft, kept.scrollTop, $('steps').scrollTop] : null;
    const active = document.activeElement;
    const focused = active?.dataset?.key ? [active.dataset.key, active.closest('#steps') ? '#steps' : '#timeline'] : null;
    const focusedScroll = active?.classList?.contains('scroll') ?? false;

    const data = index(run);
    const selection = selectable(data, detailPane(data));
    const duration = drawHead(data);
    const { scroll, canvas, fitAll, zoomBy, zoomFit } = drawTimeline(data, selection.chooser, () => filter());
    drawSteps(data, selection.chooser);
    $('foot').replaceChildren(make('span', '', 'Mooring ' + run.mooring), run.trace ? make('span', '', 'trace ' + run.trace) : '');
    const { filter, nextMatch } = search(selection, canvas);
    filter();
    // Until the person chooses something, the page shows the first failure or the first call.
    const first = run.calls.find((call) => call.failed) ?? run.calls.find((call) => call.kind === 'server') ?? run.calls[0];
    const initial = first ? 'call ' + first.id : run.invocations.length > 0 ? 'agent ' + run.invocations[0].scope : null;
    const key = state.byPerson && selection.things.has(state.chosen) ? state.chosen : initial;
    if (key) selection.choose(key, { reveal: false, byPerson: false });
    else $('detail').replaceChildren(make('h2', '', 'Details'));
    if (scrolled) {
      [scroll.scrollLeft, scroll.scrollTop, $('steps').scrollTop] = scrolled;
      if (focused) selection.byKey(...focused)?.focus({ preventScroll: true });
      else if (focusedScroll) scroll.focus({ preventScroll: true });
    }

    // Lets the bars of unfinished steps grow.
    const grow = () => {
      data.advance();
      duration.textContent = time(data.total);
      fitAll();
    };
    return { zoomIn: () => zoomBy(1.6), zoomOut: () => zoomBy(1 / 1.6), zoomFit, fitAll, filter, nextMatch, go: selection.go, grow };
  };

  let run = JSON.parse($('run').textContent);
  let view = draw(run);

  addEventListener('resize', () => view.fitAll());
  $('search').addEventListener('input', () => view.filter());
  $('errors').addEventListener('change', () => view.filter());
  $('find').addEventListener('submit', (event) => {
    event.preventDefault();
    view.nextMatch();
  });
  // Left and right go through what is shown, in the order of time.
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.activeElement === $('search')) {
      if (event.key === 'Escape') document.activeElement.blur();
      return;
    }
    const actions = { '+': () => view.zoomIn(), '=': () => view.zoomIn(), '-': () => view.zoomOut(), 0: () => view.zoomFit(), '/': () => $('search').focus() };
    if (actions[event.key]) {
      actions[event.key]();
      event.preventDefault();
      return;
    }
    const direction = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const current = document.activeElement?.dataset?.key;
    if (!direction || !current || !document.activeElement.closest('#timeline')) return;
    event.preventDefault();
    view.go(direction, current);
  });

  // Follows a run in progress.
  const follow = async () => {
    if (!document.hidden) {
      try {
        const response = await fetch(location.pathname + '/data?version=' + encodeURIComponent(run.version));
        if (response.status === 200) {
          run = await response.json();
          view = draw(run);
        } else if (response.status !== 204) {
          $('live').textContent = (await response.json()).problem;
          return;
        }
        $('live').textContent = run.outcome === 'running' ? 'Live' : 'Ended';
        view.grow();
      } catch {
        $('live').textContent = 'Mooring no longer answers. Run “mooring runs open” again.';
      }
    }
    if (run.outcome === 'running') setTimeout(follow, 1000);
  };
  if (isServed && run.outcome === 'running') follow();
})();
