import { defined } from '../../types/defined.ts';
import { at, listAt, textAt } from '../json.ts';
import { readReference } from '../reference.ts';
import type { PayPalConnection } from './connection.ts';

/** Our ids for an event's subject, and PayPal's id for the order. */
export type Owner = { readonly charge: string; readonly operation?: string; readonly order?: string };

/**
 * Whose an event is: by the `custom_id` that captures, authorisations and most refunds inherit from their order, otherwise by the capture that a
 * refund or dispute names, which we look up at PayPal. A refund or dispute made elsewhere does not name its order, and two orders may bear one
 * `custom_id`, so its capture says which it is. Undefined: not ours. `unanswered`: PayPal could not be asked.
 */
export const eventOwner = async (
  connection: PayPalConnection,
  type: string,
  resource: unknown,
): Promise<Owner | 'unanswered' | undefined> => {
  const custom = customOf(resource);
  const known = owned(custom, orderOf(resource));
  const isNamed = known?.order !== undefined || known?.operation !== undefined;
  if (isNamed || (custom !== undefined && known === undefined)) return known;
  const capture = captureOf(resource) ?? (await captureRefunded(connection, type, resource));
  if (capture === undefined || capture === 'unanswered') return capture ?? known;
  const found = await ask(connection, 'captures', capture);
  if (found === undefined || found === 'unanswered') return found ?? known;
  const order = orderOf(found.json);
  return known ? { ...known, ...defined({ order }) } : owned(customOf(found.json), order);
};

/** A refund event need not link to its capture: then PayPal is asked for the refund, which does. */
const captureRefunded = async (
  connection: PayPalConnection,
  type: string,
  resource: unknown,
): Promise<string | 'unanswered' | undefined> => {
  const refund = textAt(resource, 'id');
  if (!ofRefunds.test(type) || refund === undefined) return undefined;
  const found = await ask(connection, 'refunds', refund);
  return found === undefined || found === 'unanswered' ? found : captureOf(found.json);
};

const ofRefunds = /^PAYMENT\.(?:REFUND\.|CAPTURE\.RE(?:FUNDED|VERSED)$)/;

/** What PayPal has under an id; undefined if nothing. */
const ask = async (
  connection: PayPalConnection,
  kind: 'captures' | 'refunds',
  id: string,
): Promise<{ readonly json: unknown } | 'unanswered' | undefined> => {
  const reply = await connection.get({ path: `/v2/payments/${kind}/${encodeURIComponent(id)}`, timeout_ms });
  if (reply.kind !== 'answered') return 'unanswered';
  if (reply.status === 404) return undefined;
  return reply.status === 200 ? reply : 'unanswered';
};

const timeout_ms = 4_000;

const owned = (custom: string | undefined, order: string | undefined): Owner | undefined => {
  const ours = readReference(custom);
  return ours && { ...ours, ...defined({ order }) };
};

const customOf = (resource: unknown): string | undefined =>
  textAt(resource, 'custom_id') ??
  textAt(resource, 'purchase_units', 0, 'custom_id') ??
  textAt(resource, 'disputed_transactions', 0, 'custom');

const orderOf = (resource: unknown): string | undefined =>
  textAt(resource, 'supplementary_data', 'related_ids', 'order_id') ??
  (at(resource, 'purchase_units') === undefined
    ? parentOf(resource, 'checkout/orders')
    : textAt(resource, 'id'));

/** The id of the capture that a refund was made of. */
export const refundedCapture = (refund: unknown): string | undefined => parentOf(refund, 'payments/captures');

/** The id of the capture that a refund or a dispute is about. */
const captureOf = (resource: unknown): string | undefined =>
  refundedCapture(resource) ??
  textAt(resource, 'supplementary_data', 'related_ids', 'capture_id') ??
  textAt(resource, 'disputed_transactions', 0, 'seller_transaction_id');

/** The id of the authorisation that a capture was made of; undefined for one that was made with its order. */
export const authorizationIdOf = (capture: unknown): string | undefined =>
  textAt(capture, 'supplementary_data', 'related_ids', 'authorization_id') ??
  parentOf(capture, 'payments/authorizations');

/** The id in the link to what a resource was made of (`up`), if it is of this kind. */
const parentOf = (resource: unknown, kind: string): string | undefined => {
  const found = (listAt(resource, 'links') ?? [])
    .filter((link) => at(link, 'rel') === 'up')
    .map((link) => textAt(link, 'href')?.split(`/v2/${kind}/`)[1]);
  return found.find((id) => id !== undefined && /^\w{1,64}$/.test(id));
};
