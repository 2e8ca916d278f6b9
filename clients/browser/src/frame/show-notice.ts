import { findElement } from './find-element.ts';

/** Tells the customer something of the payment, below the fields. */
export const showNotice = (words: string, tone: 'bad' | '' = ''): void => {
  const place = findElement('notice');
  place.textContent = words;
  place.className = `wide ${tone}`;
};
