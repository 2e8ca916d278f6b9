import { type Secret, secret } from '../types/secret.ts';

/** Text that no input may contain. */
export const slotMark = '__vault.';

/**
 * Placeholders for a card's number and security code in a request, until the vault fills them in. Unreserved characters only, so that JSON and a form
 * carry them unchanged. A slot contains its attempt (`ch_` + 26 characters), which nobody who writes a name or a description can guess.
 */
export const slotsOf = (attempt: string): { readonly number: Secret; readonly cvc: Secret } => ({
  number: secret(`${slotMark}${attempt}.number__`),
  cvc: secret(`${slotMark}${attempt}.cvc__`),
});

export const attemptInSlots = (body: string): string | undefined =>
  /__vault\.(ch_[0-9a-z]{26})\.(?:number|cvc)__/.exec(body)?.[1];
