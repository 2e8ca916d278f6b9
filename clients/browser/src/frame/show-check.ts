import { digits, language } from '#messages';
import { fieldNames } from '../field-names.ts';
import { fill } from '../messages/fill.ts';
import type { FieldError, FieldName } from '../types.ts';
import { findElement } from './find-element.ts';
import type { Inputs } from './inputs.ts';
import { markNetwork } from './mark-network.ts';
import type { CardCheck } from './read-card.ts';

/**
 * Shows the brand and the mistakes: those of judged fields, and those that more typing cannot fix. Returns the first mistake shown. Each field's
 * message is in a live region that describes its input, so that it is announced and read with the field.
 */
export const showCheck = (
  inputs: Inputs,
  { fields, brand, code }: CardCheck,
  judged: ReadonlySet<FieldName>,
): FieldError | null => {
  if (inputs.number) markNetwork(findElement('brand'), brand);
  if (inputs.cvc) inputs.cvc.placeholder = lengthOf(code?.size ?? 3);
  const shown = fieldNames.map((name) => {
    const [input, field] = [inputs[name], fields[name]];
    if (!input || !field) return null;
    const visible = field.hopeless || judged.has(name) ? field.error : null;
    showError(input, visible);
    return visible;
  });
  return shown.find((error) => error !== null) ?? null;
};

const plural = new Intl.PluralRules(language);

const lengthOf = (count: number): string => fill(digits[plural.select(count)] ?? '', 'count', String(count));

const showError = (input: HTMLElement, error: FieldError | null): void => {
  const place = findElement(`${input.id}-error`);
  const message = error?.message ?? '';
  if (place.textContent !== message) place.textContent = message;
  if (error) input.setAttribute('aria-invalid', 'true');
  else input.removeAttribute('aria-invalid');
};
