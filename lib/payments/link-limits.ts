import type { Charge } from '../types/charge.ts';
import type { LimitWrite } from '../types/ports.ts';
import type { Session } from '../types/session.ts';
import { isAfterNetwork, isCounted } from './card-limits.ts';

const window_s = 3600;

/**
 * Tries that a link may have had in vain within an hour, and those under way. Three hundred members who pay in an hour use up about fifty, if one card in
 * six is refused, and about as many again while they are at their banks. Whoever tries out stolen cards has most of them refused.
 */
const triesPerHour = 100;

/**
 * Sessions that may be begun with a link in an hour. Each is a record, and nothing else; a payment more than one a second is no work for a link.
 */
const sessionsPerHour = 5_000;

/** Counts a confirm against the payment link that its session was begun with. */
export const takeLink = ({ payment_link }: Pick<Session, 'payment_link'>): readonly LimitWrite[] =>
  payment_link === undefined
    ? []
    : [{ limit: 'take', id: triesOf(payment_link), max: triesPerHour, window_s }];

/** The next attempt of a confirm, with a mark if an issuer has refused one before: that stays a try in vain, though this one may reach nobody. */
export const withRefusal = (charge: Charge, before: Charge): Charge =>
  before.refused_before || isAfterNetwork(charge, before) ? { ...charge, refused_before: true } : charge;

/**
 * What the end of a confirm's last attempt puts back. A payment is no try in vain, and neither is a confirm that no issuer has seen. Where the customer
 * was sent to the bank, the card was found to be one, whatever came of it.
 */
export const settleLink = (session: Session | undefined, charge: Charge): readonly LimitWrite[] => {
  const { outcome, redirected, refused_before, other_payment_of } = charge;
  if (session?.payment_link === undefined || other_payment_of !== undefined) return [];
  const approved = outcome === 'captured' || outcome === 'approved';
  if (!approved && (redirected || refused_before || isCounted(outcome))) return [];
  return [{ limit: 'put_back', id: triesOf(session.payment_link), window_s }];
};

/** Counts a session that is begun with a link, against that and against the address of whoever begins it. */
export const takeBegun = (
  link: string,
  address: { readonly id: string; readonly max: number } | undefined,
): readonly LimitWrite[] => [
  { limit: 'take', id: `begun#${link}`, max: sessionsPerHour, window_s },
  ...(address ? [{ limit: 'take', id: `begun_by#${address.id}`, max: address.max, window_s } as const] : []),
];

const triesOf = (link: string): string => `link#${link}`;
