import type { Charge } from '../types/charge.ts';
import { holdsMoney } from '../types/outcome.ts';
import type { Exceeded, LimitWrite } from '../types/ports.ts';
import type { Session } from '../types/session.ts';
import { isAfterNetwork, isCounted } from './card-limits.ts';

const window_s = 3600;

/**
 * Failed tries of a link within an hour, and those under way. Three hundred members who pay in an hour use up about fifty, if one card in six is
 * refused, and about as many again while they are at their banks. Somebody who tests stolen cards has most of them refused.
 */
const triesPerHour = 100;

/** Sessions that may be begun with a link in an hour. Each costs only a record, and a link is not made for more than a payment a second. */
const sessionsPerHour = 5_000;

type Address = { readonly id: string; readonly max: number };

/** The first attempt of a confirm, as a try of its session's link. */
export const asLinkTry = (charge: Charge, session: Session, address: Address | undefined): Charge =>
  session.payment_link === undefined
    ? charge
    : { ...charge, link_try: { id: charge.id.slice(-8), ...(address && { by: groupOf(address) }) } };

/** Counts a confirm against its session's payment link: against all tries, and those from one address. */
export const takeLink = (
  { payment_link }: Pick<Session, 'payment_link'>,
  { link_try }: Charge,
  address: Address | undefined,
): readonly LimitWrite[] => {
  if (payment_link === undefined || link_try === undefined) return [];
  const take = { limit: 'take_one', one: link_try.id, window_s } as const;
  const { by } = link_try;
  return [
    { ...take, id: triesOf(payment_link), max: triesPerHour },
    ...(by === undefined || !address
      ? []
      : [{ ...take, id: triesFrom(payment_link, by), max: triesOfAddress(address) }]),
  ];
};

/** The next attempt of a confirm: the same try. If an issuer refused the attempt before it, the try counts as failed unless it ends in a payment. */
export const asSameLinkTry = (charge: Charge, before: Charge): Charge => {
  const { link_try } = before;
  if (link_try === undefined) return charge;
  return {
    ...charge,
    link_try: isAfterNetwork(charge, before) ? { ...link_try, refused: true } : link_try,
  };
};

/**
 * What the end of a confirm's last attempt gives back. A payment is no failed try, nor is a confirm that no issuer has seen. A customer who was sent
 * to the bank had a real card, whatever the result.
 */
export const settleLink = (session: Session | undefined, charge: Charge): readonly LimitWrite[] => {
  const { outcome, redirected, link_try, other_payment_of } = charge;
  const link = session?.payment_link;
  if (link === undefined || link_try === undefined || other_payment_of !== undefined) return [];
  const { id: one, by, refused } = link_try;
  const isSeenByIssuer = redirected || refused || isCounted(outcome);
  if (isSeenByIssuer && !holdsMoney(outcome)) return [];
  return [triesOf(link), ...(by === undefined ? [] : [triesFrom(link, by)])].map((id) => ({
    limit: 'put_back',
    id,
    one,
    window_s,
  }));
};

/** Whether the link's tries are used up, and not only those of an address. */
export const isUsedUp = (
  { payment_link }: Pick<Session, 'payment_link'>,
  exceeded: readonly Exceeded[],
): boolean => payment_link !== undefined && exceeded.some(({ id }) => id === triesOf(payment_link));

/** Counts a session that is begun with a link, against the link and the address. */
export const takeBegun = (link: string, address: Address | undefined): readonly LimitWrite[] => [
  { limit: 'take', id: `begun#${link}`, max: sessionsPerHour, window_s },
  ...(address ? [{ limit: 'take', id: `begun_by#${address.id}`, max: address.max, window_s } as const] : []),
];

const triesOf = (link: string): string => `link#${link}`;

const triesFrom = (link: string, by: string): string => `${triesOf(link)}#${by}`;

/** Two characters of an HMAC: kept with the charge, they do not identify an address. */
const groupOf = ({ id }: Address): string => id.slice(0, 2);

/** 15 % of the confirms that an address may make in an hour: it takes seven addresses to use up a link. */
const triesOfAddress = ({ max }: Address): number => Math.ceil(max * 0.15);
