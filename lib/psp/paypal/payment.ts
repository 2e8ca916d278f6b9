import { defined } from '../../types/defined.ts';
import type { Particulars } from '../../types/particulars.ts';
import type { Attempt, Call, Declined, Unknown } from '../../types/psp.ts';
import type { JsonReply } from '../exchange-json.ts';
import { at, listAt, textAt, urlAt } from '../json.ts';
import { referenceAtPsp } from '../reference.ts';
import type { PayPalClient } from './client.ts';
import { readIsoMoney } from './money.ts';
import { type Capture, readCapture } from './read-capture.ts';
import { readParticulars } from './read-particulars.ts';
import { readRefusal } from './read-refusal.ts';

/** The fields of an order and its one purchase unit that this adapter reads. */
export type Order = {
  readonly id: string;
  readonly status: Status;
  readonly create_time?: string;
  /** Our charge id, as we sent it. */
  readonly charge?: string;
  readonly amount: unknown;
  readonly authorizations: readonly unknown[];
  readonly captures: readonly Capture[];
  readonly refunds: readonly unknown[];
  /** Where to send the customer for 3-D Secure. */
  readonly redirect_url?: string;
  readonly authentication?: unknown;
  readonly particulars: { readonly particulars?: Particulars };
};

const statuses = ['CREATED', 'SAVED', 'APPROVED', 'VOIDED', 'COMPLETED', 'PAYER_ACTION_REQUIRED'] as const;
type Status = (typeof statuses)[number];

/** The order in PayPal's response, or undefined if it is incomplete. */
export const parseOrder = (json: unknown): Order | undefined => {
  const id = textAt(json, 'id');
  const status = statuses.find((known) => known === at(json, 'status'));
  if (id === undefined || status === undefined) return undefined;
  const unit = at(json, 'purchase_units', 0);
  const create_time = textAt(json, 'create_time');
  const charge = textAt(unit, 'custom_id');
  const redirect_url = payerAction(json);
  const authentication = at(json, 'payment_source', 'card', 'authentication_result');
  return {
    id,
    status,
    amount: at(unit, 'amount'),
    authorizations: listAt(unit, 'payments', 'authorizations') ?? [],
    captures: (listAt(unit, 'payments', 'captures') ?? []).map(readCapture),
    particulars: readParticulars(json),
    refunds: listAt(unit, 'payments', 'refunds') ?? [],
    ...defined({ create_time, charge, redirect_url, authentication }),
  };
};

/** The authorisation to capture or void: if it was renewed and there are several, one that has not ended. */
export const authorizationOf = ({ authorizations }: Order): unknown =>
  authorizations.find(
    (authorization) => !['VOIDED', 'EXPIRED', 'DENIED'].includes(textAt(authorization, 'status') ?? ''),
  ) ?? authorizations[0];

/** The URL of the link `payer-action`, which both orders and refusals contain. */
export const payerAction = (json: unknown): string | undefined =>
  urlAt(
    (listAt(json, 'links') ?? []).find((link) => at(link, 'rel') === 'payer-action'),
    'href',
  );

/** `GET /v2/checkout/orders/{id}`: the attempt's current order, or why it could not be read. */
export const getOrder = async (
  client: PayPalClient,
  attempt: Attempt & { readonly psp_reference: string },
  call: Call,
): Promise<
  { readonly order: Order } | { readonly refusal: Declined | Unknown; readonly reply: JsonReply }
> => {
  const path = `/v2/checkout/orders/${encodeURIComponent(attempt.psp_reference)}`;
  const reply = await client.get({ path, ...call });
  if (reply.kind !== 'answered' || reply.status !== 200) return { refusal: readRefusal(reply), reply };
  const order = parseOrder(reply.json);
  return order === undefined || isForeign(attempt, order)
    ? { refusal: { outcome: 'unknown', doubt: 'unreadable_answer' }, reply }
    : { order };
};

/** Whether the order is not this attempt's, judged by the recorded order id and the charge id on the order. */
export const isForeign = (attempt: Attempt, order: Order): boolean =>
  (attempt.psp_reference !== undefined && attempt.psp_reference !== order.id) ||
  order.charge !== referenceAtPsp(attempt);

/** Whether an amount from PayPal is the attempt's whole amount. */
export const isAmountOf = (attempt: Attempt, written: unknown): boolean => {
  const money = readIsoMoney(written);
  return money?.amount === attempt.amount && money.currency === attempt.currency;
};
