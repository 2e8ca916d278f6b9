import type {
  DeletedPaymentLinkObject,
  PaymentLinkObject,
  RedactedPaymentLinkObject,
} from '../contract/payment-link.ts';
import { hasLinkEnded, type PaymentLink } from '../types/payment-link.ts';
import type { View } from '../types/records.ts';

export type RenderLink = {
  /** Unix milliseconds. */
  readonly now: number;
  /** Each link has a page below it; undefined if there are no such pages. */
  readonly pages_url: string | undefined;
  readonly view: View;
};

/** A link as the API shows it. A caller who has only the link sees what its page shows. */
export const renderPaymentLink = (
  link: PaymentLink,
  { now, pages_url, view }: RenderLink,
): PaymentLinkObject | RedactedPaymentLinkObject => {
  const open: RedactedPaymentLinkObject = {
    id: link.id,
    object: 'payment_link',
    amount: link.amount,
    currency: link.currency,
    description: link.description ?? null,
    active: link.deleted_at === undefined && !hasLinkEnded(link, now),
    expires_at: link.expires_at ?? null,
    livemode: link.livemode,
    pay_once: link.pay_once,
  };
  if (view === 'redacted') return open;
  return {
    ...open,
    url: pages_url === undefined ? null : `${pages_url}/${link.id}`,
    reference: link.reference ?? null,
    routing_rule: link.routing_rule,
    metadata: link.metadata,
    created: Math.floor(link.created_ms / 1000),
    deleted_at: link.deleted_at ?? null,
  };
};

export const renderDeletedPaymentLink = (id: string): DeletedPaymentLinkObject => ({
  id,
  object: 'payment_link',
  deleted: true,
});
