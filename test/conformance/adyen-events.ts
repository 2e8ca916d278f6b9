import { createHmac } from 'node:crypto';
import type { InboundWebhook, PspEvent } from '../../lib/types/psp.ts';
import type { PspSubject } from './psp-subject.ts';

export const adyenIds = {
  merchant_account: 'TestMerchant',
  payment: '993617895204576J',
  modification: '993617894906488A',
};
const { merchant_account, payment, modification } = adyenIds;
const charge = 'ch_01jd2k5m7n9p1q3r5s7t9v1w3x';
const operation = 're_01jd2k5m7n9p1q3r5s7t9v1w3y';

type Item = { readonly [field: string]: unknown };

const item = (eventCode: string, fields: Item = {}): Item => ({
  amount: { currency: 'EUR', value: 2599 },
  eventCode,
  eventDate: '2021-01-01T01:00:00+01:00',
  merchantAccountCode: merchant_account,
  merchantReference: charge,
  paymentMethod: 'visa',
  pspReference: modification,
  originalReference: payment,
  reason: '',
  success: 'true',
  ...fields,
});

/** A delivery as Adyen writes it; the signature is computed here from its documentation and not by the adapter. */
const deliver =
  (event: Item) =>
  (secret: string, at: number): InboundWebhook => {
    const { value, currency } = event.amount as { value: number; currency: string };
    const signed = [
      event.pspReference,
      event.originalReference ?? '',
      event.merchantAccountCode,
      event.merchantReference,
      value,
      currency,
      event.eventCode,
      event.success,
    ].join(':');
    const hmacSignature = createHmac('sha256', Buffer.from(secret, 'hex')).update(signed).digest('base64');
    return inbound([{ ...event, additionalData: { ...(event.additionalData as Item), hmacSignature } }], at);
  };

export const inbound = (items: readonly Item[], now: number): InboundWebhook => ({
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(
    JSON.stringify({
      live: 'false',
      notificationItems: items.map((each) => ({ NotificationRequestItem: each })),
    }),
  ),
  now,
});

export const itemIn = ({ body }: InboundWebhook): Item =>
  JSON.parse(Buffer.from(body).toString()).notificationItems[0].NotificationRequestItem;

type Claim = PspEvent['claim'];

let modifications = 0;

/** An event about the payment itself, which bears the payment's reference. */
const ofPayment = (
  name: string,
  fields: Item,
  answer: Extract<Claim, { about: 'authorization' }>['answer'],
) => ({
  name,
  deliver: deliver(item(name, { pspReference: payment, originalReference: undefined, ...fields })),
  expected: { ...ours, claim: { about: 'authorization', answer } as const },
});

/** An event about a modification, which bears a reference of its own. */
const ofModification = (
  name: string,
  fields: Item,
  claim: (pspReference: string) => Claim,
  operation?: string,
) => {
  const pspReference = `MODIFICATION${String(modifications++).padStart(4, '0')}`;
  const merchantReference = operation === undefined ? charge : `${charge}.${operation}`;
  return {
    name,
    deliver: deliver(item(name, { pspReference, merchantReference, ...fields })),
    expected: {
      id: `${pspReference}.${name}.${fields.success ?? 'true'}`,
      ...ours,
      ...(operation?.startsWith('re_') ? { operation } : {}),
      claim: claim(pspReference),
    },
  };
};

const ours = { reference: charge, psp_reference: payment, money: { amount: 2599, currency: 'eur' } };
const done = (about: 'capture' | 'cancel' | 'refund') => (psp_reference: string) =>
  ({ about, answer: { outcome: 'succeeded', psp_reference } }) as const;
const undone = (about: 'capture' | 'cancel' | 'refund') => () =>
  ({ about, answer: { outcome: 'failed', reason: 'processor_error' } }) as const;
const dead = () => ({ about: 'fence', answer: { outcome: 'canceled', psp_reference: payment } }) as const;
const unproven = () =>
  ({
    about: 'fence',
    answer: { outcome: 'unknown', doubt: 'ambiguous_error', psp_reference: payment },
  }) as const;
const failed = { success: 'false' };

export const adyenEvents: PspSubject['webhooks']['events'] = [
  ofPayment('AUTHORISATION', {}, { outcome: 'approved', psp_reference: payment }),
  ofPayment(
    'AUTHORISATION',
    { ...failed, additionalData: { merchantAdviceCode: '03 : Do not try again' } },
    { outcome: 'unmapped', psp_reference: payment, advice: 'never_again' },
  ),
  ofPayment('OFFER_CLOSED', {}, { outcome: 'canceled', psp_reference: payment }),
  ofModification('CAPTURE', {}, done('capture'), operation),
  ofModification('CAPTURE', failed, undone('capture'), operation),
  ofModification('CAPTURE_FAILED', {}, undone('capture'), operation),
  ofModification('CANCELLATION', {}, done('cancel'), operation),
  ofModification('CANCELLATION', failed, undone('cancel'), operation),
  ofModification('REFUND', {}, done('refund'), operation),
  ofModification('REFUND', failed, undone('refund'), operation),
  ofModification('REFUND_FAILED', {}, undone('refund'), operation),
  ofModification('REFUNDED_REVERSED', {}, undone('refund'), operation),
  ofModification('TECHNICAL_CANCEL', {}, dead),
  ofModification('TECHNICAL_CANCEL', {}, dead, 'fence'),
  ofModification('TECHNICAL_CANCEL', failed, unproven, 'fence'),
  ofModification('TECHNICAL_CANCEL', {}, done('cancel'), operation),
  ofModification('CHARGEBACK', {}, () => ({ about: 'nothing_of_ours' })),
  {
    name: 'of another integration',
    deliver: deliver(item('AUTHORISATION', { merchantReference: 'ORDER-17' })),
    expected: { claim: { about: 'nothing_of_ours' } },
  },
  {
    name: 'of another merchant account',
    deliver: deliver(
      item('AUTHORISATION', { merchantAccountCode: 'OtherMerchant', pspReference: 'OTHERACCOUNT0001' }),
    ),
    expected: { claim: { about: 'nothing_of_ours' } },
  },
];
