import type { Descriptions } from './descriptions.ts';

export const storedMethodDescriptions: Descriptions = {
  PaymentMethod: {
    '': "A customer's card, stored to be charged again.",
    id: 'The id of the payment method.',
    object: 'Always `payment_method`.',
    type: 'Always `card`.',
    customer: 'Your own id of the customer.',
    card: 'The card, as far as it is known.',
    psps: 'The PSP accounts that issued their own token for it. Others charge it through the vault.',
    created: 'Unix seconds.',
  },
  DeletedPaymentMethod: {
    '': 'A deleted payment method.',
    id: 'The id of the payment method.',
    object: 'Always `payment_method`.',
    deleted: 'Always true.',
  },
  StoredPaymentMethod: {
    '': "A stored card of the session's customer. A browser may use it if the session was created with `saved_cards`, and only with `cvc_token`.",
    type: 'Always `stored`.',
    id: 'The id of the payment method.',
    initiator:
      '`customer`: the customer is present and asked for it. `merchant`: you charge without them, with an API key only. Nobody can authenticate then, so a PSP that insists on it declines.',
    reason:
      'Why the merchant charges: on a schedule, without one, or in instalments for one purchase. Required with `merchant`.',
    cvc_token:
      'The vault’s token of the security code that the customer has given again. The card is then never charged without it: after an answer of the issuer, no other PSP is tried. Not with `merchant`.',
    billing_details: 'Who pays, for the checks by PSP and issuer.',
  },
};
