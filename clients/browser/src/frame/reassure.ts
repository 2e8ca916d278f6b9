import { waiting } from '#messages';
import { showNotice } from './show-notice.ts';

const long_ms = 10_000;

/** Tells the customer of a payment that takes longer than usual, until the returned function is called. */
export const reassure = (): (() => void) => {
  showNotice('');
  const timer = setTimeout(() => showNotice(waiting), long_ms);
  return () => {
    clearTimeout(timer);
    showNotice('');
  };
};
