// Text that the person has selected, to comment on it.

const main = document.getElementById('main');
const button = document.getElementById('quote');

/** The text of a range as it is after all suggestions. */
function newText(range) {
  const copy = range.cloneContents();
  for (const old of copy.querySelectorAll('del, .old')) old.remove();
  return copy.textContent;
}

/** Returns the selected text with its block; null if the person has selected no text of the document. */
export function selectedPassage() {
  const selection = getSelection();
  if (selection.isCollapsed || !main.contains(selection.anchorNode)) return null;
  const range = selection.getRangeAt(0);
  const start = range.startContainer;
  const block = (start.nodeType === Node.TEXT_NODE ? start.parentElement : start).closest('.block[data-from]');
  if (!block || block.closest('article').dataset.view === 'raw') return null;
  const quote = newText(range).split('\n')[0].trim();
  if (!quote) return null;
  const before = document.createRange();
  before.selectNodeContents(block);
  before.setEnd(range.startContainer, range.startOffset);
  return {
    quote,
    occurrence: newText(before).split(quote).length - 1,
    from: Number(block.dataset.from),
    to: Number(block.dataset.to),
  };
}

document.addEventListener('selectionchange', () => {
  const isPassage = selectedPassage() !== null;
  button.hidden = !isPassage;
  if (!isPassage) return;
  const { bottom, left } = getSelection().getRangeAt(0).getBoundingClientRect();
  button.style.top = `${Math.min(bottom + 6, innerHeight - 60)}px`;
  button.style.left = `${Math.max(8, Math.min(left, innerWidth - 200))}px`;
});
