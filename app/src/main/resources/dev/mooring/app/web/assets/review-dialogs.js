// Notices, dialogs and ages.

const notices = document.getElementById('notices');

/** Shows a notice for some seconds, at most four at once. Never takes the focus. Returns it. */
export function notice(text, { conflict = false, action, label } = {}) {
  const box = document.createElement('div');
  box.className = conflict ? 'notice conflict' : 'notice';
  const paragraph = document.createElement('p');
  paragraph.textContent = text;
  box.append(paragraph);
  if (action) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = label;
    button.addEventListener('click', () => { box.remove(); action(); });
    box.append(button);
  }
  notices.append(box);
  while (notices.children.length > 4) notices.firstElementChild.remove();
  setTimeout(() => box.remove(), conflict ? 12000 : 6000);
  return box;
}

function closed(dialog) {
  return new Promise(resolve => dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'), { once: true }));
}

/** Asks a yes-or-no question. Resolves to true for yes. */
export async function askToConfirm(question, more, yes) {
  const dialog = document.getElementById('confirm');
  dialog.querySelector('h2').textContent = question;
  dialog.querySelector('.more').textContent = more;
  dialog.querySelector('.primary').textContent = yes;
  dialog.returnValue = '';
  dialog.showModal();
  return closed(dialog);
}

/** Asks for text. Resolves to null if the person cancels. */
export async function askForText(title, more, text, yes) {
  const dialog = document.getElementById('writing');
  const area = dialog.querySelector('textarea');
  dialog.querySelector('h2').textContent = title;
  dialog.querySelector('.more').textContent = more;
  dialog.querySelector('.primary').textContent = yes;
  area.value = text;
  dialog.returnValue = '';
  dialog.showModal();
  area.focus();
  area.select();
  const submit = event => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) dialog.close('yes');
  };
  area.addEventListener('keydown', submit);
  const isConfirmed = await closed(dialog);
  area.removeEventListener('keydown', submit);
  return isConfirmed ? area.value : null;
}

function ago(time) {
  const minutes = Math.floor((Date.now() - time) / 60000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h ago`;
  return `${Math.floor(minutes / 1440)} days ago`;
}

/** Shows dates as ages. */
export function showAges(within = document) {
  for (const time of within.querySelectorAll('time[datetime]')) {
    const age = ago(Date.parse(time.dateTime));
    if (time.textContent !== age) time.textContent = age;
  }
}

/** A number with its noun: `3 suggestions`. */
export function counted(number, one = 'suggestion') {
  return number === 1 ? `1 ${one}` : `${number} ${one}s`;
}
