// Filters, copying, and printing. The page is whole without it.
const form = document.querySelector('#filters');
const output = document.querySelector('#shown');
const rules = [...document.querySelectorAll('.line[data-standing]')];
const cards = [...document.querySelectorAll('.finding[data-standing]')];
const clauses = [...document.querySelectorAll('.clause')];

/** Nothing chosen in a group means that all of it is shown. */
function chosen() {
  const groups = new Map([...form.querySelectorAll('input')].map(({ name }) => [name, []]));
  for (const [name, value] of new FormData(form)) groups.get(name).push(value);
  return [...groups];
}

function apply() {
  const groups = chosen();
  const fits = ({ dataset }) =>
    groups.every(([name, values]) => values.length === 0 || values.includes(dataset[name]));
  for (const one of [...rules, ...cards]) one.hidden = !fits(one);
  for (const clause of clauses) {
    const own = [...clause.querySelectorAll('.line[data-standing]')];
    clause.hidden = own.length > 0 ? own.every(({ hidden }) => hidden) : !fits(clause);
  }
  for (const part of document.querySelectorAll('.part, .group, .family')) {
    part.hidden = ![...part.querySelectorAll('.clause, .finding')].some(({ hidden }) => !hidden);
  }
  const isAnyChosen = groups.some(([, values]) => values.length > 0);
  for (const family of document.querySelectorAll('.family')) family.open = isAnyChosen;
  const shown = rules.filter(({ hidden }) => !hidden).length;
  output.textContent = `${shown} of ${rules.length} rules shown`;
}

form.hidden = false;
form.addEventListener('change', apply);
form.addEventListener('reset', () => setTimeout(apply));
form.addEventListener('submit', (event) => event.preventDefault());
apply();

/** Where the page has no access to the clipboard, the text is selected and copied the old way. */
async function copy(code) {
  try {
    await navigator.clipboard.writeText(code.textContent);
    return true;
  } catch {
    getSelection().selectAllChildren(code);
    return document.execCommand('copy');
  }
}

for (const button of document.querySelectorAll('button.copy')) {
  const label = [...button.childNodes].map((node) => node.cloneNode(true));
  button.setAttribute('aria-live', 'polite');
  button.addEventListener('click', async () => {
    const copied = await copy(button.parentElement.querySelector('code'));
    button.textContent = copied ? 'Copied' : 'Press Ctrl+C';
    setTimeout(() => button.replaceChildren(...label.map((node) => node.cloneNode(true))), 1500);
  });
}

/** A printed page has nothing folded away. */
const folded = [...document.querySelectorAll('details:not([open])')];
addEventListener('beforeprint', () => {
  for (const one of folded) one.open = true;
});
addEventListener('afterprint', () => {
  for (const one of folded) one.open = false;
});
