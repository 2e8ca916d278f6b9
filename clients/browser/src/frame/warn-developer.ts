import type { ConfirmResult } from '../types.ts';

const about: readonly string[] = ['token_invalid', 'session_expired', 'resource_missing'];

/** Puts a refusal of the client secret into the console: what is wrong is in the page's program, not in the card. */
export const warnDeveloper = (result: ConfirmResult): void => {
  if (result.status === 'refused' && about.includes(result.code))
    console.error(`client_secret: ${result.code}. ${result.message}`);
};
