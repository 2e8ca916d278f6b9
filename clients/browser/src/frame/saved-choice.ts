import { another } from '#messages';
import type { SavedCard } from '../types.ts';
import { findElement } from './find-element.ts';
import { markNetwork } from './mark-network.ts';

export type SavedChoice = {
  /** Undefined: the card that is typed. */
  readonly chosen: () => SavedCard | undefined;
  readonly focus: () => void;
  readonly lock: (locked: boolean) => void;
};

type Handlers = { readonly changed: () => void; readonly submit: () => void };

/** Offers the customer's saved cards above the fields, and another card. `first`: whether the first saved one is chosen already. */
export const createSavedChoice = (
  cards: readonly SavedCard[],
  first: boolean,
  { changed, submit }: Handlers,
): SavedChoice => {
  const place = findElement('saved');
  const options = [...cards.map(createOption), createOption()];
  const inputs = options.map(({ input }) => input);
  const chosen = () => cards[inputs.findIndex(({ checked }) => checked)];
  let locked = false;
  const show = () => {
    findElement('form').classList.toggle('saved', chosen() !== undefined);
    changed();
  };
  place.addEventListener('change', show);
  place.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    submit();
  });
  // A disabled input would lose the focus.
  place.addEventListener('click', (event) => {
    if (locked) event.preventDefault();
  });
  place.append(...options.map(({ label }) => label));
  const [start] = first ? inputs : inputs.slice(-1);
  if (start) start.checked = true;
  place.hidden = false;
  show();
  return {
    chosen,
    focus: () => inputs.find(({ checked }) => checked)?.focus(),
    lock: (now) => {
      locked = now;
    },
  };
};

const createOption = (card?: SavedCard) => {
  const input = Object.assign(document.createElement('input'), { type: 'radio', name: 'saved' });
  const label = document.createElement('label');
  label.append(input, ...(card ? partsOf(card) : [another]));
  return { input, label };
};

const partsOf = ({ brand, last4, exp_month, exp_year }: SavedCard): readonly (HTMLElement | string)[] => {
  const mark = textIn('span', '');
  mark.className = 'mark';
  markNetwork(mark, brand);
  const number = textIn('span', '');
  const dots = textIn('span', '•••• ');
  dots.setAttribute('aria-hidden', 'true');
  number.append(dots, last4);
  return [
    mark,
    ' ',
    number,
    textIn('small', `${`${exp_month}`.padStart(2, '0')} / ${`${exp_year}`.slice(-2)}`),
  ];
};

const textIn = (tag: 'span' | 'small', text: string): HTMLElement => {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
};
