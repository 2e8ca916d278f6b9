/**
 * A caller's text that is shown again, with `…` for anything that may be a secret or a card number entered in the wrong place: 16 or more letters and
 * digits in a row with a digit among them, or 12 or more digits, grouped or not.
 */
export const withoutSecrets = (text: string): string =>
  text
    .replace(/(?=\p{L}*\p{N})[\p{L}\p{N}]{16,}/gu, '…')
    .replace(/\p{N}(?:[^\p{L}\p{N}]{0,3}\p{N}){11,}/gu, '…');
