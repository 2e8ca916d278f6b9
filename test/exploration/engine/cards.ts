import type { CardTokenMethod, PaymentMethod } from '../../../lib/types/given-method.ts';
import { secret } from '../../../lib/types/secret.ts';

/** The one card of all explored worlds. */
export const cardNumber = '4242424242424242';
export const cvc = '9317';

const shown = { exp_month: 12, exp_year: 2035, brand: 'visa' } as const;

/** As it is typed. */
export const card: PaymentMethod = {
  type: 'card',
  card: { number: secret(cardNumber), cvc: secret(cvc), ...shown },
};

/** As a confirm has it that is paid from the vault. */
export const cardInVault: CardTokenMethod = {
  type: 'card_token',
  card: {
    ...shown,
    token: `vt_${'1'.repeat(26)}`,
    bin: cardNumber.slice(0, 6),
    last4: cardNumber.slice(-4),
  },
};
