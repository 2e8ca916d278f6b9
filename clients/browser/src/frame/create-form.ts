import type { FromFrame } from '../protocol.ts';
import type { CardChange, FieldError, FieldName } from '../types.ts';
import type { ConfirmCard } from './confirm-session.ts';
import { formatExpiry } from './format-expiry.ts';
import { formatNumber } from './format-number.ts';
import { readCard, type Values } from './read-card.ts';

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

const names = ['number', 'expiry', 'cvc', 'name'] as const satisfies readonly FieldName[];

const brandNames = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'Amex',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  maestro: 'Maestro',
};

/** The four inputs: formatting while typing, brand, mistakes shown beside the field and announced, and what the page is told of it. */
export const createForm = (say: (message: FromFrame) => void): Form => {
  const inputs = Object.fromEntries(names.map((name) => [name, element<HTMLInputElement>(name)])) as Readonly<
    Record<FieldName, HTMLInputElement>
  >;
  /** Fields whose mistakes are shown: left once, or asked for by a confirm. */
  const judged = new Set<FieldName>();
  let told = '';

  const values = (): Values => ({
    number: inputs.number.value,
    expiry: inputs.expiry.value,
    cvc: inputs.cvc.value,
    name: inputs.name.value,
  });

  const update = (): void => {
    const { fields, brand, code, card } = readCard(values());
    element('brand').textContent = brand === null ? '' : brandNames[brand];
    inputs.cvc.placeholder = code.size === 4 ? '4 digits' : '3 digits';
    const shown = names.flatMap((name) => {
      const { error, hopeless } = fields[name];
      const visible = error !== null && (hopeless || judged.has(name)) ? error : null;
      showError(inputs[name], visible);
      return visible ?? [];
    });
    const empty = Object.values(values()).every((value) => value === '');
    tell({ complete: card !== undefined, empty, error: shown[0] ?? null, brand });
  };

  const tell = (change: CardChange): void => {
    const text = JSON.stringify(change);
    if (text !== told) say({ type: 'change', change });
    told = text;
  };

  for (const name of names) {
    inputs[name].addEventListener('input', (event) => {
      format(inputs[name], name, event instanceof InputEvent && event.inputType.startsWith('delete'));
      update();
    });
    inputs[name].addEventListener('change', update);
    inputs[name].addEventListener('blur', () => {
      if (inputs[name].value === '') judged.delete(name);
      else judged.add(name);
      update();
    });
    inputs[name].addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.isComposing) return;
      event.preventDefault();
      say({ type: 'submit' });
    });
  }
  const form = element('form');
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('focusin', ({ relatedTarget }) => {
    if (relatedTarget === null) say({ type: 'focus' });
  });
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget === null) say({ type: 'blur' });
  });

  return {
    read: () => {
      for (const name of names) judged.add(name);
      update();
      const { fields, card } = readCard(values());
      if (card) return { ok: true, card };
      const error = names.map((name) => fields[name].error).find((found) => found !== null);
      if (!error) throw new Error('A card without a mistake is a card');
      inputs[error.field].focus();
      return { ok: false, error };
    },
    focus: () => inputs.number.focus(),
    clear: () => {
      for (const name of names) inputs[name].value = '';
      judged.clear();
      update();
    },
    lock: (locked) => {
      for (const name of names) inputs[name].readOnly = locked;
    },
  };
};

const format = (input: HTMLInputElement, name: FieldName, deleting: boolean): void => {
  if (name === 'number') {
    const { gaps } = readCard({ number: input.value, expiry: '', cvc: '', name: '' });
    const formatted = formatNumber(input.value, input.selectionStart ?? input.value.length, gaps);
    write(input, formatted.text);
    if (document.activeElement === input) input.setSelectionRange(formatted.caret, formatted.caret);
  }
  if (name === 'expiry') write(input, formatExpiry(input.value, deleting));
  if (name === 'cvc') write(input, input.value.replace(/\D/g, ''));
};

/** Writing moves the caret to the end, so nothing is written that is there already. */
const write = (input: HTMLInputElement, text: string): void => {
  if (input.value !== text) input.value = text;
};

const showError = (input: HTMLInputElement, error: FieldError | null): void => {
  const place = element(`${input.id}-error`);
  const message = error?.message ?? '';
  if (place.textContent !== message) place.textContent = message;
  if (error) input.setAttribute('aria-invalid', 'true');
  else input.removeAttribute('aria-invalid');
};

const element = <T extends HTMLElement = HTMLElement>(id: string): T =>
  document.getElementById(id) as unknown as T;
