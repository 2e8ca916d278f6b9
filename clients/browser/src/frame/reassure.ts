import { waiting } from '#messages';
import { findElement } from './find-element.ts';

const long_ms = 10_000;

/** Tells the customer of a payment that takes longer than usual, until the returned function is called. */
export const reassure = (): (() => void) => {
  const place = findElement('waiting');
  const timer = setTimeout(() => {
    place.textContent = waiting;
  }, long_ms);
  return () => {
    clearTimeout(timer);
    place.textContent = '';
  };
};
