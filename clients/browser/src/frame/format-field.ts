import type { FieldName } from '../types.ts';
import { formatExpiry } from './format-expiry.ts';
import { formatNumber } from './format-number.ts';
import { readCard } from './read-card.ts';

/** Formats the text that was typed, pasted or filled into a field. */
export const formatField = (input: HTMLInputElement, name: FieldName, deleting: boolean): void => {
  switch (name) {
    case 'number': {
      const { gaps } = readCard({ number: input.value });
      const formatted = formatNumber(input.value, input.selectionStart ?? input.value.length, gaps);
      write(input, formatted.text);
      if (document.activeElement === input) input.setSelectionRange(formatted.caret, formatted.caret);
      return;
    }
    case 'expiry':
      return void write(input, formatExpiry(input.value, deleting));
    case 'cvc':
      return void write(input, input.value.replace(/\D/g, ''));
    case 'name':
    case 'country':
    case 'postal_code':
      return;
    default:
      name satisfies never;
  }
};

/** Writing moves the caret to the end, so write only if the text differs. */
const write = (input: HTMLInputElement, text: string): void => {
  if (input.value !== text) input.value = text;
};
