import type { ConfirmResult } from '../types.ts';
import { wordsFor } from './read-answer.ts';
import { warnDeveloper } from './warn-developer.ts';

/** Puts a refusal into the console that the customer can do nothing about, as the API worded it. */
export const showRefusal = (result: ConfirmResult): void => {
  warnDeveloper(result);
  if (result.status === 'refused' && wordsFor(result.code) === undefined)
    console.error(`confirm: ${result.code}. ${result.message}`);
};
