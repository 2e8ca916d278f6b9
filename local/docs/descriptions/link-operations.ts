import { createPaymentLinkBody } from '../../../lib/contract/bodies/create-payment-link-body.ts';
import { paymentLinkFilters } from '../../../lib/contract/filters/payment-link-filters.ts';
import { listQueryDescriptions } from './list-descriptions.ts';
import { moneyDescription } from './money-description.ts';
import { noFields } from './no-fields.ts';
import type { OperationText } from './operation-text.ts';

const path = { id: 'The id of the payment link.' };

export const linkOperations = {
  createPaymentLink: {
    tag: 'Payment links',
    summary: 'Create a payment link',
    description:
      'An address at which a customer pays on the hosted page. A session is made each time that somebody begins to pay there, with the rules of that moment. Refused if no session could be made now.',
    body: {
      name: 'CreatePaymentLink',
      schema: createPaymentLinkBody,
      descriptions: {
        '': 'What is to be paid. `null` counts as absent in the description and the reference.',
        amount: `${moneyDescription} From 1 to 999999999999.`,
        currency: 'Lowercase ISO 4217 code.',
        description: 'What is paid for. Its page shows it.',
        reference: 'Your own order id, which each of its sessions gets.',
        pay_once:
          'Whether it can be paid only once, from however many tabs and devices. It shares its `reference` with every other session that says `pay_once`; without one, the claim is of this link alone. Default: false.',
        expires_at:
          'When it ends, in Unix seconds, at most a year from now. The default is 90 days from now; `null` for a link that does not end. A payment that was begun before can be finished for up to an hour.',
        routing_rule: 'The rule that decides which PSPs are tried.',
        metadata: 'Your own data, which each of its sessions gets: at most 50 keys and 8 KiB in total.',
      },
    },
    answers: ['PaymentLink'],
    errors: [
      'hosted_page_not_configured',
      'routing_rule_not_found',
      'no_eligible_psp',
      'routing_unavailable',
    ],
  },
  listPaymentLinks: {
    tag: 'Payment links',
    summary: 'List payment links',
    description:
      'Newest first, those that have ended or were deleted too. A link is deleted 30 days after it has ended.',
    query: { schema: paymentLinkFilters, descriptions: listQueryDescriptions },
    answers: ['PaymentLinkList'],
    errors: [],
  },
  retrievePaymentLink: {
    tag: 'Payment links',
    summary: 'Retrieve a payment link',
    description:
      'The link as it is now. A call with its own id as the token sees what its page shows, and nothing once the link is deleted. Reading it begins nothing.',
    path,
    answers: ['PaymentLink', 'RedactedPaymentLink'],
    errors: ['resource_missing'],
  },
  deletePaymentLink: {
    tag: 'Payment links',
    summary: 'Delete a payment link',
    description:
      'It begins no session any more, and stays readable with an API key. A payment that was begun before can be finished for up to an hour. Deleting it again changes nothing.',
    path,
    answers: ['DeletedPaymentLink'],
    errors: ['resource_missing', 'parameter_invalid'],
  },
  beginPaymentLink: {
    tag: 'Payment links',
    summary: 'Begin to pay a payment link',
    description:
      'Makes a session of the link, as its page does when the customer presses the button. The customer pays it at its `url`. The session can be paid for an hour; another can be begun at any time. An address may begin 100 an hour (10,000 in test mode), and a link 5,000. With the link’s id as the token, an `Idempotency-Key` counts for one address.',
    path,
    body: noFields,
    answers: ['CheckoutSession', 'RedactedCheckoutSession'],
    errors: [
      'resource_missing',
      'hosted_page_not_configured',
      'payment_link_expired',
      'order_already_paid',
      'too_many_attempts',
      'no_eligible_psp',
      'psp_unavailable',
      'routing_unavailable',
    ],
  },
} as const satisfies Readonly<Record<string, OperationText>>;
