import type { Descriptions } from './descriptions.ts';
import { moneyDescription } from './money-description.ts';

const shown = {
  pay_once: 'Whether it can be paid only once.',
  id: 'The id of the link. Whoever has it can see what its page shows, and begin to pay it.',
  object: 'Always `payment_link`.',
  amount: moneyDescription,
  currency: 'Lowercase ISO 4217 code.',
  description: 'What is paid for. Its page shows it.',
  active: 'Whether it begins sessions: it has neither ended nor been deleted.',
  expires_at: 'When it ends, in Unix seconds; null if it does not.',
  livemode: 'Whether real money moves.',
};

export const linkDescriptions: Descriptions = {
  PaymentLink: {
    '': 'An address at which a customer pays.',
    ...shown,
    url: 'The address of its page. Send it to the customer. Null where no hosted page is set up any more.',
    reference: 'Your own order id, which each of its sessions has.',
    routing_rule: 'The rule that decides which PSPs are tried.',
    metadata: 'Your own data, which each of its sessions has.',
    created: 'Unix seconds.',
    deleted_at: 'When it was deleted, in Unix seconds; null if it was not.',
  },
  RedactedPaymentLink: { '': 'A payment link, as whoever has it sees it.', ...shown },
  DeletedPaymentLink: {
    '': 'A deleted payment link.',
    id: 'The id of the link.',
    object: 'Always `payment_link`.',
    deleted: 'Always true.',
  },
};
