import { createHmac } from 'node:crypto';
import type { DisputeFact, InboundWebhook, PspEvent } from '../../lib/types/psp.ts';
import type { Elsewhere, PspSubject } from './psp-subject.ts';

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
  answer: Extract<Claim, { about: 'authorization' }>['result'],
) => ({
  name,
  deliver: deliver(item(name, { pspReference: payment, originalReference: undefined, ...fields })),
  expected: { ...ours, claim: { about: 'authorization', result: answer } as const },
});

/**
 * An event about a modification, which bears a reference of its own, and the payment's besides. `operation`: what we called it; one made in the
 * Customer Area has the payment's name.
 */
const ofModification = (
  name: string,
  fields: Item,
  claim: (pspReference: string) => Claim,
  operation?: string,
) => {
  const pspReference = `MODIFICATION${String(modifications++).padStart(4, '0')}`;
  const merchantReference = operation === undefined ? charge : `${charge}.${operation}`;
  const again = fields.reason === 'Transaction Recaptured';
  const claimed = claim(pspReference);
  return {
    name,
    deliver: deliver(item(name, { pspReference, merchantReference, ...fields })),
    expected: {
      id: `${pspReference}.${name}.${fields.success ?? 'true'}${again ? '.recaptured' : ''}`,
      ...(claimed.about === 'nothing_of_ours' ? {} : { ...ours, operation_reference: pspReference }),
      ...(operation?.startsWith('re_') && !again ? { operation } : {}),
      ...(again ? { again } : {}),
      ...(name === 'DISPUTE_DEFENSE_PERIOD_ENDED' && { unless_inquiry: true as const }),
      claim: claimed,
    },
  };
};

const disputed = (chargebackReasonCode: string): Item => ({
  additionalData: { chargebackReasonCode, defensePeriodEndsAt: '2021-07-31T03:03:08+02:00' },
});

/** Adyen's dispute events, with their example's reason and deadline, neither of which is signed. */
const ofDispute = (name: string, status: DisputeFact['status'], stage: DisputeFact['stage']) =>
  ofModification(name, disputed(' 4853'), (psp_reference) => ({
    about: 'dispute',
    dispute: {
      psp_reference,
      status,
      stage,
      reason: 'general',
      psp_reason: '4853',
      respond_by: 1_627_693_388,
    },
  }));

const ours = { reference: charge, psp_reference: payment, money: { amount: 2599, currency: 'eur' } };
const moved = (about: 'capture' | 'refund') => (psp_reference: string) =>
  ({ about, result: { outcome: 'succeeded', psp_reference, amount: 2599 } }) as const;
const released = (psp_reference: string) =>
  ({ about: 'cancel', result: { outcome: 'succeeded', psp_reference } }) as const;
const voided = () =>
  ({
    about: 'authorization',
    result: { outcome: 'canceled', psp_reference: payment, hold: 'voided' },
  }) as const;
const undone = (about: 'capture' | 'cancel' | 'refund') => () =>
  ({ about, result: { outcome: 'failed', reason: 'processor_error' } }) as const;
const dead = () =>
  ({ about: 'fence', result: { outcome: 'canceled', psp_reference: payment, hold: 'voided' } }) as const;
const unproven = () =>
  ({
    about: 'fence',
    result: { outcome: 'unknown', doubt: 'ambiguous_error', psp_reference: payment },
  }) as const;
const unread = () =>
  ({ about: 'refund', result: { outcome: 'unknown', doubt: 'unreadable_answer' } }) as const;
const nothing = () => ({ about: 'nothing_of_ours' }) as const;
const failed = { success: 'false' };
const action = (name: string) => ({ additionalData: { 'modification.action': name } });

export const adyenEvents: PspSubject['webhooks']['events'] = [
  ofPayment('AUTHORISATION', {}, { outcome: 'approved', psp_reference: payment }),
  ofPayment(
    'AUTHORISATION',
    { ...failed, additionalData: { merchantAdviceCode: '03 : Do not try again' } },
    { outcome: 'unmapped', psp_reference: payment, advice: 'never_again' },
  ),
  ofPayment('OFFER_CLOSED', {}, { outcome: 'canceled', psp_reference: payment }),
  ofPayment('EXPIRE', {}, { outcome: 'canceled', psp_reference: payment, hold: 'expired' }),
  ofModification('CAPTURE', {}, moved('capture'), operation),
  ofModification('CAPTURE', failed, undone('capture'), operation),
  ofModification('CAPTURE', { reason: 'Transaction Recaptured' }, moved('capture'), operation),
  ofModification('CAPTURE', {}, moved('capture')),
  ofModification('CAPTURE_FAILED', {}, undone('capture'), operation),
  ofModification('CAPTURE_FAILED', {}, undone('capture')),
  ofModification('CAPTURE_FAILED', failed, nothing),
  ofModification('CANCELLATION', {}, released, operation),
  ofModification('CANCELLATION', failed, undone('cancel'), operation),
  ofModification('CANCELLATION', {}, voided),
  ofModification('CANCELLATION', failed, nothing),
  ofModification('CANCEL_OR_REFUND', action('cancel'), voided),
  ofModification('CANCEL_OR_REFUND', action('refund'), moved('refund')),
  ofModification('CANCEL_OR_REFUND', { ...failed, ...action('refund') }, undone('refund')),
  ofModification('CANCEL_OR_REFUND', {}, unread),
  ofModification('REFUND', {}, moved('refund'), operation),
  ofModification('REFUND', failed, undone('refund'), operation),
  ofModification('REFUND', {}, moved('refund')),
  ofModification(
    'POSTPONED_REFUND',
    {},
    (psp_reference) => ({ about: 'refund', result: { outcome: 'pending', psp_reference } }),
    operation,
  ),
  ofModification('REFUND_FAILED', {}, undone('refund'), operation),
  ofModification('REFUND_FAILED', {}, undone('refund')),
  ofModification('REFUNDED_REVERSED', {}, undone('refund'), operation),
  ofModification('TECHNICAL_CANCEL', {}, dead),
  ofModification('TECHNICAL_CANCEL', {}, dead, 'fence'),
  ofModification('TECHNICAL_CANCEL', failed, unproven, 'fence'),
  ofModification('TECHNICAL_CANCEL', {}, released, operation),
  ofDispute('REQUEST_FOR_INFORMATION', 'open', 'inquiry'),
  ofDispute('NOTIFICATION_OF_CHARGEBACK', 'open', 'dispute'),
  ofDispute('DISPUTE_OPENED_WITH_CHARGEBACK', 'open', 'dispute'),
  ofDispute('CHARGEBACK', 'open', 'dispute'),
  ofDispute('CHARGEBACK_REVERSED', 'open', 'dispute'),
  ofDispute('DISPUTE_DEFENSE_PERIOD_ENDED', 'lost', 'dispute'),
  ofDispute('ISSUER_RESPONSE_TIMEFRAME_EXPIRED', 'won', 'dispute'),
  ofDispute('SECOND_CHARGEBACK', 'lost', 'arbitration'),
  ofDispute('PREARBITRATION_OPEN', 'open', 'arbitration'),
  ofDispute('PREARBITRATION_ISSUER_WITHDRAWN', 'won', 'arbitration'),
  ofDispute('PREARBITRATION_WON', 'won', 'arbitration'),
  ofDispute('PREARBITRATION_LOST', 'lost', 'arbitration'),
  ofDispute('SCHEME_ARBITRATION_WON', 'won', 'arbitration'),
  ofDispute('SCHEME_ARBITRATION_LOST', 'lost', 'arbitration'),
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

const elsewhere =
  (name: string, fields: Item = { amount: { currency: 'EUR', value: 1000 } }): Elsewhere['capture'] =>
  ({ reference }, secret, at) =>
    deliver(item(name, { merchantReference: reference, ...fields }))(secret, at);

const partDisputed: Item = { amount: { currency: 'EUR', value: 1000 }, ...disputed('10.4') };

/** What is done in the Customer Area, or by the bank, bears the payment's reference and no operation of ours. */
export const adyenElsewhere: Elsewhere = {
  capture: elsewhere('CAPTURE'),
  refund: elsewhere('REFUND'),
  void: elsewhere('CANCELLATION', {}),
  expiry: elsewhere('EXPIRE', { pspReference: payment, originalReference: undefined }),
  dispute_opened: elsewhere('CHARGEBACK', partDisputed),
  dispute_won: elsewhere('ISSUER_RESPONSE_TIMEFRAME_EXPIRED', partDisputed),
  dispute_lost: elsewhere('SECOND_CHARGEBACK', partDisputed),
};
