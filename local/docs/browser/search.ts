import MiniSearch from 'minisearch';
import type { Entry } from './entry.ts';

const shown = 8;

/** The search field in the page's head: `/` focuses it, the arrow keys move to the results, Escape returns. The index is loaded on first use. */
export const openSearch = (): void => {
  const field = document.querySelector<HTMLInputElement>('#search');
  const results = document.querySelector<HTMLElement>('#results');
  if (!field || !results) return;
  let index: Promise<MiniSearch<Entry>> | undefined;
  const search = async (): Promise<void> => {
    index ??= loadIndex();
    const found = await index;
    const words = field.value.trim();
    const hits = words === '' ? [] : found.search(words).slice(0, shown);
    results.replaceChildren(...hits.map((hit) => result(hit as unknown as Entry)));
    if (words !== '' && hits.length === 0) results.textContent = 'Nothing found.';
    results.hidden = words === '';
  };
  const close = (): void => {
    field.value = '';
    results.hidden = true;
  };
  field.addEventListener('input', search);
  results.addEventListener('click', close);
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
    else if (event.key === '/' && !(event.target instanceof HTMLInputElement)) {
      event.preventDefault();
      field.focus();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp')
      move(event, [field, ...results.querySelectorAll('a')]);
  });
};

const loadIndex = async (): Promise<MiniSearch<Entry>> => {
  const entries: readonly Entry[] = await (await fetch('/docs/search.json')).json();
  const index = new MiniSearch<Entry>({
    idField: 'address',
    fields: ['heading', 'page', 'text'],
    storeFields: ['address', 'heading', 'page'],
    searchOptions: { boost: { heading: 4, page: 2 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
  });
  index.addAll(entries);
  return index;
};

const result = ({ address, heading, page }: Entry): HTMLElement => {
  const link = document.createElement('a');
  link.href = address;
  const where = document.createElement('span');
  where.textContent = page;
  link.append(heading, where);
  return link;
};

const move = (event: KeyboardEvent, stops: readonly HTMLElement[]): void => {
  const at = stops.indexOf(document.activeElement as HTMLElement);
  if (at < 0) return;
  event.preventDefault();
  stops[Math.min(stops.length - 1, Math.max(0, at + (event.key === 'ArrowDown' ? 1 : -1)))]?.focus();
};
