import { passesLuhn } from '../../lib/types/card-number.ts';

const hidden = '[scrubbed]';

/** Replaces these words, the usual forms of keys and tokens, and any digits that could be a card number. Scrubbing twice changes nothing. */
export const scrubber = (words: readonly string[]): ((text: string) => string) => {
  const secrets = [...new Set(words)].filter((word) => word.length >= 8).sort((a, b) => b.length - a.length);
  return (text) =>
    secrets
      .reduce((rest, word) => rest.replaceAll(word, hidden), text)
      .replaceAll(keys, hidden)
      .replaceAll(accessToken, `$1${hidden}$3`)
      .replaceAll(/(?<![\w.])\d(?:[ -]?\d){11,18}(?![\w.])/g, (digits) =>
        passesLuhn(digits.replaceAll(/\D/g, '')) ? noCard(digits.length) : digits,
      );
};

/** Keys of Stripe and Checkout.com, Stripe's webhook and client secrets, Square's and PayPal's access tokens. */
const keys =
  /\b(?:[sr]k_(?:test|live|sbox)_\w+|sk_sbox_\w+|whsec_\w+|pi_\w+_secret_\w+|EAAA[\w-]{10,}|A21AA[\w-]{10,})/g;

const accessToken = /("(?:access_token|client_secret|id_token)"\s*:\s*")([^"[]+)(")/g;

/** Still a number in JSON, but never one with a card's check digit. */
const noCard = (length: number): string => '1'.padEnd(length, '0');
