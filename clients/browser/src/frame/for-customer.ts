import { refusals } from '#messages';
import type { ConfirmResult } from '../types.ts';
import { declineWords } from './decline-words.ts';
import { wordsFor } from './read-answer.ts';

/** The same result with a message for the customer, where the API's own is in English or for developers. */
export const forCustomer = (result: ConfirmResult): ConfirmResult => {
  switch (result.status) {
    case 'declined':
      return { ...result, message: declineWords(result.decline_code) };
    case 'refused':
      return { ...result, message: wordsFor(result.code) ?? refusals.other };
    default:
      return result;
  }
};
