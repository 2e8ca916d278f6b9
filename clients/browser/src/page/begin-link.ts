import type { ConfirmPorts } from '../frame/confirm-session.ts';
import type { Exchange } from '../frame/exchange.ts';
import { insist } from '../frame/insist.ts';
import { sessionOf } from '../session-of.ts';
import type { CheckoutSession } from '../types.ts';
import { readState, type State } from './read-state.ts';
import { keep, kept } from './tab-storage.ts';
import type { Order } from './view-of.ts';

export type LinkPorts = Pick<ConfirmPorts, 'exchange' | 'sleep' | 'newKey'>;

/** A payment link as whoever has it sees it: `GET /v1/payment_links/{id}`. */
export type PaymentLink = Order & {
  readonly object: 'payment_link';
  readonly active: boolean;
  readonly pay_once: boolean;
};

/** What the service says of a link, or of beginning to pay it. `refused`: with the code of its error, empty if there is none. */
export type Answered<Result> =
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'lost' };

const pathOf = (id: string): string => `/v1/payment_links/${encodeURIComponent(id)}`;

export const readLink = async (ports: LinkPorts, id: string): Promise<Answered<PaymentLink>> =>
  answerTo(await insist(ports, { path: pathOf(id), token: id }), 'payment_link');

const nameOf = (id: string): string => `link ${id}`;

/** The session that this tab has begun to pay the link with, if there is one. */
export const readBegun = async (ports: LinkPorts, id: string): Promise<Begun | undefined> => {
  const secret = kept(nameOf(id));
  if (secret === undefined) return undefined;
  return { secret, state: await readState(ports, { id: sessionOf(secret) ?? '', secret }) };
};

type Begun = { readonly secret: string; readonly state: State };

/** The session, if it is paid. */
export const paidOf = (begun: Begun | undefined): CheckoutSession | undefined => {
  if (begun?.state.kind !== 'known') return undefined;
  const { session } = begun.state;
  return session.payment_status === 'paid' || session.payment_status === 'authorized' ? session : undefined;
};

/**
 * The secret of the session that this tab pays the link with: the one that it has begun before, for as long as that can be paid, or a new one; after one
 * that is paid only `again`, since the customer may not know that it is. A lost answer is asked for again under the same key, so that nothing is begun twice.
 * `unreachable`: whether the one begun before is paid cannot be read.
 */
export const beginLink = async (
  ports: LinkPorts,
  id: string,
  again: boolean,
): Promise<Answered<string> | { readonly kind: 'paid' | 'unreachable' }> => {
  const begun = await readBegun(ports, id);
  if (begun?.state.kind === 'unreachable') return { kind: 'unreachable' };
  if (begun?.state.kind === 'known' && begun.state.session.status === 'open')
    return { kind: 'done', result: begun.secret };
  if (paidOf(begun) && !again) return { kind: 'paid' };
  const request = { path: `${pathOf(id)}/sessions`, token: id, key: ports.newKey(), body: {} };
  const response = answerTo<CheckoutSession & { readonly client_secret: string }>(
    await insist(ports, request),
    'checkout.session',
  );
  if (response.kind !== 'done') return response;
  const { client_secret } = response.result;
  keep(nameOf(id), client_secret);
  return { kind: 'done', result: client_secret };
};

const answerTo = <Result>(response: Exchange, object: string): Answered<Result> => {
  if (response === 'lost') return { kind: 'lost' };
  const { status, body } = response;
  if (status === 200)
    return 'object' in body && body.object === object
      ? { kind: 'done', result: body as Result }
      : { kind: 'lost' };
  const { error } = body as { readonly error?: { readonly code: string } };
  if (status >= 500 && response.should_retry) return { kind: 'lost' };
  return { kind: 'refused', code: error?.code ?? (status === 429 ? 'too_many_requests' : '') };
};
