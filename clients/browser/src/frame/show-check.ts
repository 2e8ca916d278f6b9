import type { CardBrand, FieldError, FieldName } from '../types.ts';
import { findElement } from './find-element.ts';
import { fieldNames, type Inputs } from './inputs.ts';
import type { CardCheck } from './read-card.ts';

const brandNames: Readonly<Record<CardBrand, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'Amex',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  maestro: 'Maestro',
};

/**
 * Shows the brand and the mistakes: those of judged fields, and those that no more typing could mend. The first mistake shown is given back. Each field's
 * message stands in a live region that describes its input, so that it is announced and read with the field.
 */
export const showCheck = (
  inputs: Inputs,
  { fields, brand, code }: CardCheck,
  judged: ReadonlySet<FieldName>,
): FieldError | null => {
  findElement('brand').textContent = brand === null ? '' : brandNames[brand];
  inputs.cvc.placeholder = `${code.size} digits`;
  const shown = fieldNames.map((name) => {
    const { error, hopeless } = fields[name];
    const visible = hopeless || judged.has(name) ? error : null;
    showError(inputs[name], visible);
    return visible;
  });
  return shown.find((error) => error !== null) ?? null;
};

const showError = (input: HTMLInputElement, error: FieldError | null): void => {
  const place = findElement(`${input.id}-error`);
  const message = error?.message ?? '';
  if (place.textContent !== message) place.textContent = message;
  if (error) input.setAttribute('aria-invalid', 'true');
  else input.removeAttribute('aria-invalid');
};
