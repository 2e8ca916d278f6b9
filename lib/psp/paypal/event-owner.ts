import { defined } from '../../types/defined.ts';
import { at, codeAt, listAt, textAt } from '../json.ts';
import { readReference } from '../reference.ts';
import type { PayPalClient } from './client.ts';

/** Our ids for the object of an event, and PayPal's order id. */
export type Owner = { readonly charge: string; readonly operation?: string; readonly order?: string };

/**
 * Finds the charge that an event belongs to. Captures, authorisations and most refunds inherit the `custom_id` of their order; another program may
 * give a refund of our capture an id of its own. For a refund or dispute, we otherwise look up its capture at PayPal: if it was made elsewhere it does
 * not name its order, and two orders may have the same `custom_id`. Undefined: not ours. `unanswered`: PayPal did not respond.
 */
export const findOwner = async (
  client: PayPalClient,
  type: string,
  resource: unknown,
): Promise<Owner | 'unanswered' | undefined> => {
  const custom = customOf(resource);
  const known = readOwner(custom, orderOf(resource));
  const isNamed = known?.order !== undefined || known?.operation !== undefined;
  const isForeign = custom !== undefined && known === undefined && !ofRefunds.test(type);
  if (isNamed || isForeign) return known;
  const capture = captureOf(resource) ?? (await findRefundedCapture(client, type, resource));
  if (capture === undefined || capture === 'unanswered') return capture ?? known;
  const found = await ask(client, 'captures', capture);
  if (found === undefined || found === 'unanswered') return found ?? known;
  const order = orderOf(found.json);
  return known ? { ...known, ...defined({ order }) } : readOwner(customOf(found.json), order);
};

/** A refund event may lack the link to its capture: then the refund itself is read from PayPal, which has it. */
const findRefundedCapture = async (
  client: PayPalClient,
  type: string,
  resource: unknown,
): Promise<string | 'unanswered' | undefined> => {
  const refund = textAt(resource, 'id');
  if (!ofRefunds.test(type) || refund === undefined) return undefined;
  const found = await ask(client, 'refunds', refund);
  return found === undefined || found === 'unanswered' ? found : captureOf(found.json);
};

const ofRefunds = /^PAYMENT\.(?:REFUND\.|CAPTURE\.RE(?:FUNDED|VERSED)$)/;

/** PayPal's object with this id; undefined if there is none. */
const ask = async (
  client: PayPalClient,
  kind: 'captures' | 'refunds',
  id: string,
): Promise<{ readonly json: unknown } | 'unanswered' | undefined> => {
  const reply = await client.get({ path: `/v2/payments/${kind}/${encodeURIComponent(id)}`, timeout_ms });
  if (reply.kind !== 'answered') return 'unanswered';
  // PayPal's refusals have a name; a proxy's page does not.
  if (reply.status === 404 && codeAt(reply.json, 'name') !== undefined) return undefined;
  return reply.status === 200 && textAt(reply.json, 'id') === id ? reply : 'unanswered';
};

const timeout_ms = 4_000;

const readOwner = (custom: string | undefined, order: string | undefined): Owner | undefined => {
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

/** The id of the capture that was refunded. */
export const captureOfRefund = (refund: unknown): string | undefined => parentOf(refund, 'payments/captures');

/** The id of the capture that a refund or a dispute is about. */
const captureOf = (resource: unknown): string | undefined =>
  captureOfRefund(resource) ??
  textAt(resource, 'supplementary_data', 'related_ids', 'capture_id') ??
  textAt(resource, 'disputed_transactions', 0, 'seller_transaction_id');

/** The id of the authorisation that was captured; undefined if the capture was made with its order. */
export const authorizationIdOf = (capture: unknown): string | undefined =>
  textAt(capture, 'supplementary_data', 'related_ids', 'authorization_id') ??
  parentOf(capture, 'payments/authorizations');

/** The id in a resource's link to its parent (`up`), if the parent is of this kind. */
const parentOf = (resource: unknown, kind: string): string | undefined => {
  const found = (listAt(resource, 'links') ?? [])
    .filter((link) => at(link, 'rel') === 'up')
    .map((link) => textAt(link, 'href')?.split(`/v2/${kind}/`)[1]);
  return found.find((id) => id !== undefined && /^\w{1,64}$/.test(id));
};
