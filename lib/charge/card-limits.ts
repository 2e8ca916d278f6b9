import type { Charge } from '../types/charge.ts';
import { type Credential, isMerchantInitiated } from '../types/credential.ts';
import { defined } from '../types/defined.ts';
import { type GivenMethod, isCard } from '../types/given-method.ts';
import { type NetworkRule, networkRules, type RuleName, ruleNameOf } from '../types/network-rules.ts';
import { declines, holdsMoney } from '../types/outcome.ts';
import type { LimitWrite } from '../types/ports.ts';

const day_s = 86_400;

/**
 * How long a network's "never again" applies, in seconds. To the merchant, who has the card on file and may charge it on a schedule: as long as any
 * card is valid, unless its customer pays with it. To a customer: as long as the networks count it, since two cards may look alike here.
 */
const never_s = { merchant: 3650 * day_s, customer: 30 * day_s } as const;

const idOf = (fingerprint: string): string => `card#${fingerprint}`;

type Asked = { readonly method: GivenMethod; readonly credential: Credential | undefined };

const initiatorOf = ({ credential }: Asked) => (isMerchantInitiated(credential) ? 'merchant' : 'customer');

/** The attempt, if its card is recorded, as a new try of that card, under the rule of the card's network. */
export const asNewTry = (charge: Charge, asked: Asked): Charge => {
  if (charge.card_fingerprint === undefined) return charge;
  const name = ruleNameOf(isCard(asked.method) ? asked.method.card : {});
  const byAmount = networkRules[name].counted === 'by_amount_and_initiator';
  return {
    ...charge,
    card_try: {
      series: byAmount ? [name, charge.amount, charge.currency, initiatorOf(asked)].join('.') : name,
      id: `${Math.floor(charge.started / 1000)}.${charge.id.slice(-8)}`,
    },
  };
};

/** The next attempt of a confirm: the same try of the card if the attempt before it never reached the card's network, otherwise a new one. */
export const asNextTry = (
  charge: Charge,
  before: Charge,
  asked: Asked,
): { readonly charge: Charge; readonly limits: readonly LimitWrite[] } => {
  if (!isAfterNetwork(charge, before))
    return { charge: { ...charge, ...defined({ card_try: before.card_try }) }, limits: [] };
  const next = asNewTry(charge, asked);
  return { charge: next, limits: takeCard(next, asked) };
};

/** Whether the attempt before this one reached the card's network. A refusal of the customer's details comes earlier. */
export const isAfterNetwork = (charge: Charge, before: Charge): boolean => {
  const before_sending = charge.without_details && !before.without_details;
  return !before_sending && isCounted(before.outcome);
};

const ruleOf = (series: string): NetworkRule => networkRules[series.split('.')[0] as RuleName];

/** Counts an attempt against the charge's card, in the transaction that records it. */
export const takeCard = ({ card_fingerprint, card_try }: Charge, asked: Asked): readonly LimitWrite[] => {
  if (card_fingerprint === undefined || card_try === undefined) return [];
  const initiator = initiatorOf(asked);
  return [
    {
      limit: 'try',
      id: idOf(card_fingerprint),
      try: card_try,
      caps: ruleOf(card_try.series).caps,
      bound_s: never_s[initiator],
      waits: initiator === 'merchant',
    },
  ];
};

/**
 * How the end of an attempt changes the record of its card: only a decline counts, and a network's "never again" or "not before" applies to later
 * tries, at every PSP.
 */
export const settleCard = (charge: Charge): readonly LimitWrite[] => {
  const { card_fingerprint, card_try, advice, advice_until, outcome } = charge;
  if (card_fingerprint === undefined) return [];
  const id = idOf(card_fingerprint);
  if (advice === 'never_again') return [{ limit: 'block', id, kept_s: never_s.merchant }];
  const decline = declines.find((one) => one === outcome);
  if (decline && advice_until !== undefined)
    return [{ limit: 'wait', id, until: advice_until, outcome: decline }];
  if (isCounted(outcome) || card_try === undefined) return [];
  return [{ limit: 'give_back', id, try: card_try, approved: holdsMoney(outcome) }];
};

/** Whether the attempt reached the card's network and was not approved. */
export const isCounted = (outcome: Charge['outcome']): boolean => {
  switch (outcome) {
    case 'captured':
    case 'approved':
    case 'absent':
    case 'canceled':
    case 'not_sent':
    case 'psp_unavailable':
    case 'rate_limited':
    case 'not_supported':
    case 'invalid_request':
      return false;
    default:
      return true;
  }
};

/** Counts a browser's confirm against its address, per hour. */
export const takeAddress = (
  address: { readonly id: string; readonly max: number } | undefined,
): readonly LimitWrite[] =>
  address ? [{ limit: 'take', id: `ip#${address.id}`, max: address.max, window_s: 3600 }] : [];
