import { defined } from '../../types/defined.ts';
import type { Particulars } from '../../types/particulars.ts';
import { at, listAt, textAt, urlAt } from '../json.ts';
import { type Capture, readCapture } from './captures.ts';
import { readParticulars } from './read-particulars.ts';

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
export const readOrder = (json: unknown): Order | undefined => {
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
