// The margin: places each card beside its text, without moving the text, and draws the marks beside the scroll bar.

const main = document.getElementById('main');
const rail = document.getElementById('rail');
const GAP = 8;

const isSheet = matchMedia('(max-width: 46rem)');
const outdated = new Set();
let currentId = () => null;
let drawing = 0;

const nearby = new IntersectionObserver(
  entries => entries.forEach(entry => {
    entry.target.near = entry.isIntersecting;
    if (entry.isIntersecting && outdated.delete(entry.target)) place(entry.target);
  }),
  { root: main, rootMargin: '1500px 0px' });

const resized = new ResizeObserver(entries => {
  for (const entry of entries) placeSoon(entry.target.closest('.part'));
  drawRail();
});

/** Sets how to find the current suggestion. */
export function begin(current) {
  currentId = current;
  addEventListener('resize', () => placeAll());
  main.addEventListener('scroll', () => drawRail(), { passive: true });
  rail.addEventListener('click', event => {
    const share = (event.clientY - rail.getBoundingClientRect().top) / rail.clientHeight;
    main.scrollTop = share * main.scrollHeight - main.clientHeight / 2;
  });
}

/** Places the cards of all parts: at once where a person sees them, later elsewhere. */
export function placeAll() {
  for (const part of main.querySelectorAll('.part:not(.placeholder)')) {
    nearby.observe(part);
    const text = part.querySelector('.text');
    if (text) resized.observe(text);
    placeSoon(part);
  }
  drawRail();
}

/** Places the cards of a part when it is near the window. */
export function placeSoon(part) {
  if (!part) return;
  if (part.near) place(part); else outdated.add(part);
}

function place(part) {
  const margin = part.querySelector('.margin');
  if (!margin) return;
  if (isSheet.matches) {
    margin.style.minHeight = '';
    return;
  }
  const cards = [...margin.children];
  if (cards.length === 0) return;
  const anchors = new Map();
  for (const mark of part.querySelectorAll('.text [data-s]')) {
    if (!anchors.has(mark.dataset.s)) anchors.set(mark.dataset.s, mark);
  }
  // All reads come before all writes, so that the browser computes the layout once.
  const top = margin.getBoundingClientRect().top;
  const wanted = cards.map(card => {
    const anchor = anchors.get(card.dataset.card);
    return anchor ? anchor.getBoundingClientRect().top - top - 6 : 0;
  });
  const heights = cards.map(card => card.offsetHeight);
  const places = positions(wanted, heights, cards.findIndex(card => card.dataset.card === currentId()));
  cards.forEach((card, i) => { card.style.top = `${Math.round(places[i])}px`; });
  margin.style.minHeight = `${Math.round(places.at(-1) + heights.at(-1))}px`;
}

/** Keeps the cards in order and apart. The current one is beside its text. */
function positions(wanted, heights, current) {
  const places = [...wanted];
  if (current >= 0) {
    for (let i = current - 1; i >= 0; i--) places[i] = Math.min(places[i], places[i + 1] - heights[i] - GAP);
  }
  let bottom = 0;
  for (let i = 0; i < places.length; i++) {
    places[i] = Math.max(places[i], bottom);
    bottom = places[i] + heights[i] + GAP;
  }
  return places;
}

/** Draws where the suggestions are in the whole document, in the next frame. */
export function drawRail() {
  cancelAnimationFrame(drawing);
  drawing = requestAnimationFrame(() => {
    const height = rail.clientHeight;
    const width = rail.clientWidth;
    rail.width = width;
    rail.height = height;
    const context = rail.getContext('2d');
    const style = getComputedStyle(rail);
    const total = main.scrollHeight;
    for (const part of main.querySelectorAll('.part[data-ids]')) {
      const ids = part.dataset.ids ? part.dataset.ids.split(' ') : [];
      const depths = part.dataset.depths.split(' ');
      const start = part.offsetTop;
      const length = part.offsetHeight;
      ids.forEach((id, i) => {
        const y = Math.round((start + length * depths[i] / 1000) / total * height);
        context.fillStyle = id === currentId() ? style.color : style.borderColor;
        context.fillRect(0, Math.min(y, height - 3), width, id === currentId() ? 4 : 2);
      });
    }
  });
}
