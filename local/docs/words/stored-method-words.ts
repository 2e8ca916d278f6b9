import type { Words } from './words.ts';

export const storedMethodWords: Words = {
  PaymentMethod: {
    '': "A customer's card, kept to be charged again.",
    id: 'The id of the payment method.',
    object: 'Always `payment_method`.',
    type: 'Always `card`.',
    customer: 'Your own id of the customer.',
    card: 'The card, as far as it is known.',
    psps: 'The PSP accounts that gave out a token of their own for it. Others charge it by the vault.',
    created: 'Unix seconds.',
  },
  DeletedPaymentMethod: {
    '': 'It is gone.',
    id: 'The id of the payment method.',
    object: 'Always `payment_method`.',
    deleted: 'Always true.',
  },
  StoredPaymentMethod: {
    '': "A stored card of the session's customer. A browser may use it if the session was created with that customer.",
    type: 'Always `stored`.',
    id: 'The id of the payment method.',
    initiator:
      '`customer`: they are there and asked for it. `merchant`: you charge without them, with an API key only; nobody can authenticate then, so a PSP that insists declines.',
    reason:
      'Why the merchant charges: on a schedule, without one, or in parts of one purchase. Required with `merchant`.',
    billing_details: 'Who pays, for the checks of PSP and issuer.',
  },
};
