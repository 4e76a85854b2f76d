// Formulas as MathML. The converter is loaded when a document has a formula.

let converter;

/** Replaces the source of each formula by the formula. Leaves the source of a formula with a mistake. */
export async function showFormulas(within) {
  const formulas = [...within.querySelectorAll('.math:not([data-source])')];
  if (formulas.length === 0) return;
  // Before the wait: a concurrent call could take a formula that this one has converted for a source.
  for (const formula of formulas) formula.dataset.source = formula.textContent;
  converter ??= import('./temml.js');
  const { default: temml } = await converter;
  for (const formula of formulas) {
    // A changed formula is inside of a del or ins element, which stays.
    const box = formula.querySelector('del, ins') ?? formula;
    try {
      const shown = document.createElement('span');
      temml.render(formula.dataset.source, shown, { displayMode: formula.classList.contains('display'), throwOnError: true });
      box.replaceChildren(...shown.childNodes);
    } catch {
      formula.classList.add('faulty');
      formula.title = 'This formula has a mistake';
    }
  }
}
