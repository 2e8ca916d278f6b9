import type { FromFrame } from '../protocol.ts';
import type { FieldError, FieldName } from '../types.ts';
import type { ConfirmCard } from './confirm-session.ts';
import { findElement } from './find-element.ts';
import { formatField } from './format-field.ts';
import { fieldNames, type Inputs } from './inputs.ts';
import { type CardCheck, readCard, type Values } from './read-card.ts';
import { showCheck } from './show-check.ts';

export type Form = {
  /** The card, or the first mistake, which then is shown and has the focus. */
  readonly read: () =>
    | { readonly ok: true; readonly card: ConfirmCard }
    | { readonly ok: false; readonly error: FieldError };
  readonly focus: () => void;
  readonly clear: () => void;
  /** While a payment is under way the fields can be read but not changed. */
  readonly lock: (locked: boolean) => void;
};

/** The four inputs: formatting while typing, brand, mistakes shown beside the field and announced, and what the page is told of it. */
export const createForm = (say: (message: FromFrame) => void): Form => {
  const inputs: Inputs = {
    number: findElement('number'),
    expiry: findElement('expiry'),
    cvc: findElement('cvc'),
    name: findElement('name'),
  };
  /** Fields whose mistakes are shown: left once, or asked for by a confirm. */
  const judged = new Set<FieldName>();
  let told = '';

  const update = (): CardCheck => {
    const values = valuesOf(inputs);
    const check = readCard(values);
    const error = showCheck(inputs, check, judged);
    const empty = Object.values(values).every((value) => value === '');
    const change = { complete: check.card !== undefined, empty, error, brand: check.brand };
    const text = JSON.stringify(change);
    if (text !== told) say({ type: 'change', change });
    told = text;
    return check;
  };
  const judge = (name: FieldName): void => {
    if (inputs[name].value === '') judged.delete(name);
    else judged.add(name);
    update();
  };

  for (const name of fieldNames) listenToField(inputs[name], name, { say, update, judge });
  listenToForm(say);
  return {
    read: () => {
      for (const name of fieldNames) judged.add(name);
      const { fields, card } = update();
      if (card) return { ok: true, card };
      const error = fieldNames.map((name) => fields[name].error).find((found) => found !== null);
      if (!error) throw new Error('A card without a mistake is a card');
      inputs[error.field].focus();
      return { ok: false, error };
    },
    focus: () => inputs.number.focus(),
    clear: () => {
      for (const name of fieldNames) inputs[name].value = '';
      judged.clear();
      update();
    },
    lock: (locked) => {
      for (const name of fieldNames) inputs[name].readOnly = locked;
    },
  };
};

const valuesOf = ({ number, expiry, cvc, name }: Inputs): Values => ({
  number: number.value,
  expiry: expiry.value,
  cvc: cvc.value,
  name: name.value,
});

type Reactions = {
  readonly say: (message: FromFrame) => void;
  readonly update: () => void;
  readonly judge: (name: FieldName) => void;
};

const listenToField = (input: HTMLInputElement, name: FieldName, { say, update, judge }: Reactions): void => {
  input.addEventListener('input', (event) => {
    formatField(input, name, event instanceof InputEvent && event.inputType.startsWith('delete'));
    update();
  });
  input.addEventListener('change', update);
  input.addEventListener('blur', () => judge(name));
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    say({ type: 'submit' });
  });
};

/** Focus that moves from field to field stays within, as far as the page is concerned. */
const listenToForm = (say: (message: FromFrame) => void): void => {
  const form = findElement('form');
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('focusin', ({ relatedTarget }) => {
    if (relatedTarget === null) say({ type: 'focus' });
  });
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget === null) say({ type: 'blur' });
  });
};
