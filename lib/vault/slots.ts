import { type Secret, secret } from '../types/secret.ts';

/** The text that no input may contain. */
export const slotMark = '__vault.';

/**
 * Where a card's number and security code stand in a request until the vault has put them in. Unreserved characters only, so that JSON and a form
 * carry them unchanged. A slot names its attempt (`ch_` + 26 characters): who writes a name or a description cannot know it.
 */
export const slotsOf = (attempt: string): { readonly number: Secret; readonly cvc: Secret } => ({
  number: secret(`${slotMark}${attempt}.number__`),
  cvc: secret(`${slotMark}${attempt}.cvc__`),
});

/** The attempt whose slots a body holds; undefined if it holds none. */
export const attemptInSlots = (body: string): string | undefined =>
  /__vault\.(ch_[0-9a-z]{26})\.(?:number|cvc)__/.exec(body)?.[1];
