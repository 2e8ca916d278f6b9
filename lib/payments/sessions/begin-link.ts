import { takeBegun } from '../../charge/link-limits.ts';
import { ApiError } from '../../types/api-error.ts';
import { defined } from '../../types/defined.ts';
import type { ErrorCode } from '../../types/error-codes.ts';
import { hasLinkEnded, type PaymentLink, type PaymentLinks } from '../../types/payment-link.ts';
import type { Idempotency, Result } from '../../types/result.ts';
import { holdsOrTookMoney } from '../records/reference-in-use.ts';
import { type CreatePorts, createSession, replayOr } from './create-session.ts';
import { noSuchLink } from './payment-links.ts';

export type BeginPorts = CreatePorts & {
  readonly links: Pick<PaymentLinks, 'find' | 'holderOf'>;
  /** The id of the order with this reference. */
  readonly orderId: (reference: string) => string;
};

export type BeginCommand = {
  readonly link: string;
  /** Of the new session. */
  readonly id: string;
  /** The base address of the pages of sessions and links. */
  readonly pages_url: string;
  /** Set if a browser begins the session: the address to count it against, and how many may begin from there in an hour. */
  readonly address?: { readonly id: string; readonly max: number };
  readonly signing_key: string;
  readonly idempotency?: Idempotency;
};

/** Short, because customers who fill in a form meanwhile can begin another session, and a deleted link must not be paid long afterwards. */
const sessionLife_s = 3600;
const shortestLife_s = 1800;

/**
 * Makes a session of a link when its customer begins to pay. Throws `resource_missing`, `payment_link_expired`, `order_already_paid`,
 * `too_many_attempts`, and `no_eligible_psp` or `psp_unavailable`, whose reasons are the merchant's.
 */
export const beginLink = async (ports: BeginPorts, command: BeginCommand): Promise<Result> => {
  try {
    const link = await openLink(ports, command.link);
    const order = link.pay_once ? ports.orderId(link.reference ?? link.id) : undefined;
    if (order !== undefined) await refusePaid(ports, order);
    return await createSession(ports, sessionOf(link, order, command, ports.clock.now()));
  } catch (refusal) {
    return replayOr(ports, command, forCustomer(refusal));
  }
};

const openLink = async ({ links, clock }: BeginPorts, id: string): Promise<PaymentLink> => {
  const link = await links.find(id);
  if (!link || link.deleted_at !== undefined) throw noSuchLink();
  if (hasLinkEnded(link, clock.now()))
    throw new ApiError(
      'payment_link_expired',
      'This payment link has expired. Ask whoever sent it for a new one. Nothing was charged.',
    );
  return link;
};

/** Each confirm's claim decides in the end: this only spares a customer from entering a card in vain. */
const refusePaid = async ({ links, store }: BeginPorts, order: string): Promise<void> => {
  const holder = await links.holderOf(order);
  const session = holder === undefined ? undefined : await store.session(holder);
  if (session && holdsOrTookMoney(session))
    throw new ApiError(
      'order_already_paid',
      'What this payment link is for can be paid once, and is paid: with this link, or with another of the same reference. Nothing was charged.',
    );
};

const sessionOf = (
  link: PaymentLink,
  order: string | undefined,
  { id, pages_url, address, signing_key, idempotency }: BeginCommand,
  now: number,
) => {
  const { amount, currency, reference, description, routing_rule, metadata, livemode } = link;
  const left_s = (link.expires_at ?? Number.POSITIVE_INFINITY) - Math.floor(now / 1000);
  return {
    id,
    amount,
    currency,
    routing_rule,
    metadata,
    livemode,
    signing_key,
    capture_method: 'automatic' as const,
    // The session's own page shows the result; from there the customer gets back to the link.
    success_url: `${pages_url}/${id}`,
    cancel_url: `${pages_url}/${link.id}`,
    payment_link: link.id,
    expires_in: Math.min(sessionLife_s, Math.max(shortestLife_s, left_s)),
    limits: takeBegun(link.id, address),
    ...defined({ reference, description, order, idempotency }),
  };
};

const unplannable: readonly ErrorCode[] = ['routing_rule_not_found', 'no_eligible_psp'];

/** Rules and accounts may have changed since the link was made, and customers must not see either. */
const forCustomer = (refusal: unknown): unknown => {
  if (!(refusal instanceof ApiError)) return refusal;
  const { code, message: for_merchant } = refusal;
  if (code === 'psp_unavailable')
    return new ApiError(
      'psp_unavailable',
      'The payment providers that can take this payment are not available. Nothing was charged. Try again later.',
      { for_merchant },
    );
  if (!unplannable.includes(code)) return refusal;
  return new ApiError(
    'no_eligible_psp',
    'This payment link cannot be paid now. Ask whoever sent it. Nothing was charged.',
    { for_merchant },
  );
};
