import type { FieldName } from '../types.ts';
import { formatExpiry } from './format-expiry.ts';
import { formatNumber } from './format-number.ts';
import { readCard } from './read-card.ts';

/** Formats the text that was typed, pasted or filled into a field. */
export const formatField = (input: HTMLInputElement, name: FieldName, deleting: boolean): void => {
  const typed = inLatin(input.value);
  switch (name) {
    case 'number': {
      const { gaps } = readCard({ number: typed });
      const formatted = formatNumber(typed, input.selectionStart ?? typed.length, gaps);
      write(input, formatted.text);
      if (document.activeElement === input) input.setSelectionRange(formatted.caret, formatted.caret);
      return;
    }
    case 'expiry':
      return void write(input, formatExpiry(typed, deleting));
    case 'cvc':
      return void write(input, typed.replace(/\D/g, ''));
    case 'name':
    case 'country':
    case 'postal_code':
      return;
    default:
      name satisfies never;
  }
};

/** Some keyboards type Arabic, Persian or full-width digits, each of which ends in its value. */
const inLatin = (text: string): string =>
  text.replace(/[٠-٩۰-۹０-９]/g, (digit) => String(digit.charCodeAt(0) & 15));

/** Writing moves the caret to the end, so write only if the text differs. */
const write = (input: HTMLInputElement, text: string): void => {
  if (input.value !== text) input.value = text;
};
