import type { FromFrame } from '../protocol.ts';
import type { CardNetwork, FieldName, SavedCard } from '../types.ts';
import { findElement } from './find-element.ts';
import { formatField } from './format-field.ts';
import { fieldOf, type Inputs } from './inputs.ts';
import { createNetworkChoice } from './network-choice.ts';
import { type CardCheck, codeOf, readCard, type SecurityCode, type Values } from './read-card.ts';
import type { FrameOptions } from './read-options.ts';
import { createSavedChoice, type SavedChoice } from './saved-choice.ts';
import { showCheck } from './show-check.ts';

export type Form = {
  readonly values: () => Values;
  /** The saved card that the customer has chosen; undefined for the one that is typed. */
  readonly saved: () => SavedCard | undefined;
  /** Lets the customer choose one of these, each with its security code. */
  readonly offer: (cards: readonly SavedCard[]) => void;
  /** The customer's choice on a card with two networks. */
  readonly network: () => CardNetwork | undefined;
  /** From now on, shows every mistake. */
  readonly judge: () => void;
  /** Focuses this field, or the first one. */
  readonly focus: (field?: FieldName) => void;
  readonly clear: () => void;
  /** During a payment, the fields can be read but not changed. */
  readonly lock: (locked: boolean) => void;
  /** The security code that belongs to a number in another frame. */
  readonly expect: (code: SecurityCode | null) => void;
  /** The country chosen in another frame. */
  readonly know: (country: string) => void;
  /** Asks for fields that a session needs besides the card; false if they are already shown, or this form has no place for them. */
  readonly ask: (options: FrameOptions) => boolean;
};

type Handlers = {
  readonly send: (message: FromFrame) => void;
  /** Every time something is typed. */
  readonly checked: (check: CardCheck) => void;
};

/** The inputs of this frame: formatting while typing, brand, mistakes shown next to the field and announced, and reports to the page. */
export const createForm = (inputs: Inputs, { send, checked }: Handlers): Form => {
  const all = Object.entries(inputs) as readonly (readonly [
    FieldName,
    HTMLInputElement | HTMLSelectElement,
  ])[];
  let cards: SavedChoice | undefined;
  const saved = () => cards?.chosen();
  const shown = () => all.filter(([name, input]) => (saved() ? name === 'cvc' : !fieldOf(input).hidden));
  /** Fields whose mistakes are shown: left once, or requested by a confirm. */
  const judged = new Set<FieldName>();
  const choice = inputs.number && createNetworkChoice();
  let sent = '';
  let code: SecurityCode | null = null;
  let known: Values = {};

  const values = (): Values => Object.fromEntries(shown().map(([name, { value }]) => [name, value]));
  const update = (): void => {
    const chosen = saved();
    const check = readCard({ ...known, ...values() }, chosen ? codeOf(chosen) : code);
    const error = showCheck(inputs, check, judged);
    choice?.offer(check.networks);
    const empty = shown().every(([, { value }]) => value === '');
    const change = { complete: check.complete, empty, error, brand: chosen ? chosen.brand : check.brand };
    const text = JSON.stringify(change);
    if (text !== sent) send({ type: 'change', change });
    sent = text;
    checked(check);
  };
  const judge = (name: FieldName, value: string): void => {
    if (value === '') judged.delete(name);
    else judged.add(name);
    update();
  };

  for (const [name, input] of all) listenToField(input, name, { send, update, judge });
  listenToForm(send);
  return {
    values,
    saved,
    offer: (offered) => {
      if (offered.length === 0 || cards) return;
      const untouched = all.every(([, input]) => input.value === '' && input !== document.activeElement);
      cards = createSavedChoice(offered, untouched, {
        changed: () => {
          if (inputs.cvc) inputs.cvc.value = '';
          judged.delete('cvc');
          update();
        },
        submit: () => send({ type: 'submit' }),
      });
      update();
    },
    network: () => choice?.chosen(),
    judge: () => {
      for (const [name] of shown()) judged.add(name);
      update();
    },
    focus: (field) => (field ? inputs[field] : (cards ?? all[0]?.[1]))?.focus(),
    clear: () => {
      for (const [, input] of all) input.value = '';
      judged.clear();
      update();
    },
    lock: (locked) => {
      for (const [, input] of all)
        if (input instanceof HTMLInputElement) input.readOnly = locked;
        else input.disabled = locked;
      choice?.lock(locked);
      cards?.lock(locked);
      findElement('form').setAttribute('aria-busy', String(locked));
    },
    expect: (expected) => {
      if (expected?.size === code?.size) return;
      code = expected;
      update();
    },
    know: (country) => {
      known = country === '' ? {} : { country };
      update();
    },
    ask: ({ collect, country }) => {
      const hidden = collect.flatMap((name) => {
        const input = inputs[name];
        return input && fieldOf(input).hidden ? input : [];
      });
      for (const input of hidden) fieldOf(input).hidden = false;
      if (hidden.some((input) => input === inputs.country) && inputs.country)
        inputs.country.value = country ?? '';
      if (hidden.length > 0) update();
      return hidden.length > 0;
    },
  };
};

type Reactions = {
  readonly send: (message: FromFrame) => void;
  readonly update: () => void;
  readonly judge: (name: FieldName, value: string) => void;
};

const listenToField = (
  input: HTMLInputElement | HTMLSelectElement,
  name: FieldName,
  { send, update, judge }: Reactions,
): void => {
  const control: HTMLElement = input;
  control.addEventListener('input', (event) => {
    if (input instanceof HTMLInputElement)
      formatField(input, name, event instanceof InputEvent && event.inputType.startsWith('delete'));
    update();
  });
  control.addEventListener('change', update);
  control.addEventListener('blur', () => judge(name, input.value));
  control.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    send({ type: 'submit' });
  });
};

/** For the page, focus that moves from field to field stays within the form. */
const listenToForm = (send: (message: FromFrame) => void): void => {
  const form = findElement('form');
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('focusin', ({ relatedTarget }) => {
    if (relatedTarget === null) send({ type: 'focus' });
  });
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget === null) send({ type: 'blur' });
  });
};
