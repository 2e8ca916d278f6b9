import { isDeepStrictEqual } from 'node:util';
import type { Card, VaultCard } from '../types/card.ts';
import type { Charge } from '../types/charge.ts';
import type { GivenMethod } from '../types/given-method.ts';
import { isCard } from '../types/given-method.ts';
import type { Particulars } from '../types/particulars.ts';
import type { LookUpResult } from '../types/psp.ts';
import { withSteps } from './charge-steps.ts';

/** What a card number shows by itself, or its vault says about it. A PSP's token shows nothing. */
export const particularsOf = (method: GivenMethod): Pick<Charge, 'particulars'> => {
  if (!isCard(method)) return {};
  const { exp_month, exp_year, brand } = method.card;
  const card = { ...(brand ? { brand } : {}), ...digitsOf(method.card), exp_month, exp_year };
  return { particulars: { card } };
};

const digitsOf = (card: Card | VaultCard) =>
  'number' in card ? { last4: card.number.reveal().slice(-4) } : { bin: card.bin, last4: card.last4 };

/** For the same card, tried again: what one PSP said about it counts at the next. */
export const cardParticularsOf = ({ particulars }: Charge): Pick<Charge, 'particulars'> =>
  particulars?.card ? { particulars: { card: particulars.card } } : {};

/** The charge with the details of the result besides its outcome; the same object if none is new. Pure. */
export const withParticulars = (before: Charge, result: LookUpResult): Charge => {
  const charge = 'steps' in result ? withSteps(before, result.steps) : before;
  const reported = 'particulars' in result ? result.particulars : undefined;
  if (reported === undefined) return charge;
  const known = charge.particulars ?? {};
  const particulars: Particulars = {
    ...known,
    ...reported,
    ...(known.card || reported.card ? { card: { ...known.card, ...reported.card } } : {}),
    ...(known.checks || reported.checks ? { checks: { ...known.checks, ...reported.checks } } : {}),
    ...(known.authentication || reported.authentication
      ? { authentication: { ...known.authentication, ...reported.authentication } }
      : {}),
  };
  return isDeepStrictEqual(particulars, known) ? charge : { ...charge, particulars };
};
