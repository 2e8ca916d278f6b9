import { capabilities as adyen } from '../../../lib/psp/adyen/capabilities.ts';
import { capabilities as checkoutCom } from '../../../lib/psp/checkout_com/capabilities.ts';
import { capabilities as paypal } from '../../../lib/psp/paypal/capabilities.ts';
import type * as registry from '../../../lib/psp/registry.ts';
import { capabilities as square } from '../../../lib/psp/square/capabilities.ts';
import { capabilities as stripe } from '../../../lib/psp/stripe/capabilities.ts';
import type { Account, Capabilities } from '../../../lib/types/capabilities.ts';
import { cardBrands } from '../../../lib/types/card.ts';
import type { Random } from '../random.ts';

/** An account, and what its PSP does that no capability tells. */
export type Profile = {
  readonly account: Account;
  /** Captures and cancels: the result at once, or accepted first and told later. */
  readonly operations: 'synchronous' | 'webhook';
  /** Whether more of a hold can be captured after a first capture. */
  readonly captures: 'once' | 'many';
  /** What an event of a capture carries beside the payment: both ids of the capture, the PSP's alone, or neither. */
  readonly names: 'both' | 'its_own' | 'neither';
  /** A webhook says that a payment was authorised, also where the capture follows by itself. */
  readonly reports_authorised_only?: true;
  /** A void of ours is told as what became of the payment and names no operation. */
  readonly reports_voids_as_state?: true;
  /** A look-up shows that a capture or void is being worked on, and how much was given back. */
  readonly reports_progress?: true;
  readonly reports_refunded?: true;
  /** Answers that a payment is authorised as long as the capture that follows by itself is not done. */
  readonly captures_later?: true;
  /** Takes money after 3-D Secure only when this service completes it; a second completion is refused. */
  readonly completes?: true;
  readonly completes_once?: true;
  /** Knows by itself how the customer's authentication ended, whatever they come back with, and tells by an event that it is to be completed. */
  readonly reports_authentication?: true;
  /** Repeats a capture that has failed by itself, and tells it as another one under the same id. */
  readonly recaptures?: true;
  /** A call that pays opens the payment first: whoever asks then finds it unpaid, or finds nothing. */
  readonly prepares?: 'unpaid' | 'nothing';
  /** Refunds what an open dispute holds, too. */
  readonly refunds_disputed?: true;
  /** Its events of a dispute carry the time of what they tell. */
  readonly times_disputes?: true;
  /** A cancel by reference that finds no payment stands in the way of one that comes later. */
  readonly fence_marks?: true;
};

type Kind = Omit<Profile, 'account'> & { readonly capabilities: Capabilities };

const minute = 60_000;

/** Every customer pays any amount with a card, so that each PSP gets its part of them. */
const drawable = {
  amounts: { currencies: 'all', exponents: {}, multiples: {}, minima: {}, maximum: 999_999_999 },
  brands: cardBrands,
  card: true,
} as const satisfies Partial<Capabilities>;

/** What a PSP without an adapter can do beside what is said of it. */
const poor = {
  ...drawable,
  card_without_cvc: true,
  psp_token: true,
  wallets: ['applepay', 'googlepay'],
  three_d_secure: true,
  requests_challenge: true,
  network_transaction_id: false,
  statement_descriptor: null,
  capture: { manual: true, partial: true },
} as const satisfies Partial<Capabilities>;

/** The PSPs that exist, with what their adapters declare. One of the registry that is not here does not compile. */
const psps = {
  stripe: {
    operations: 'synchronous',
    captures: 'once',
    names: 'both',
    reports_voids_as_state: true,
    reports_refunded: true,
    fence_marks: true,
    prepares: 'unpaid',
    times_disputes: true,
    capabilities: { ...stripe, ...drawable },
  },
  adyen: {
    operations: 'webhook',
    captures: 'many',
    names: 'both',
    reports_authorised_only: true,
    recaptures: true,
    refunds_disputed: true,
    completes: true,
    completes_once: true,
    capabilities: { ...adyen, ...drawable },
  },
  checkout_com: {
    operations: 'webhook',
    captures: 'many',
    names: 'both',
    reports_progress: true,
    reports_refunded: true,
    captures_later: true,
    capabilities: { ...checkoutCom, ...drawable },
  },
  paypal: {
    operations: 'synchronous',
    captures: 'many',
    names: 'its_own',
    reports_refunded: true,
    completes: true,
    reports_authentication: true,
    prepares: 'nothing',
    times_disputes: true,
    capabilities: { ...paypal, ...drawable },
  },
  square: {
    operations: 'synchronous',
    captures: 'once',
    names: 'neither',
    reports_voids_as_state: true,
    reports_refunded: true,
    times_disputes: true,
    capabilities: { ...square, ...drawable },
  },
} as const satisfies Readonly<Record<keyof typeof registry, Kind>>;

/** Poorer ones. */
const others = {
  keeps_success: {
    operations: 'synchronous',
    captures: 'once',
    names: 'both',
    capabilities: {
      ...poor,
      idempotency: { kind: 'success_only', window_ms: 60 * minute },
      look_up: { lag_ms: minute },
      cancel_by_reference: null,
      refund: { result: 'synchronous', look_up: true },
    },
  },
  found_only: {
    operations: 'synchronous',
    captures: 'many',
    names: 'its_own',
    capabilities: {
      ...poor,
      idempotency: { kind: 'none', window_ms: 0 },
      look_up: { lag_ms: 30_000 },
      cancel_by_reference: null,
      refund: { result: 'synchronous', look_up: true },
    },
  },
  bare: {
    operations: 'synchronous',
    captures: 'once',
    names: 'both',
    capabilities: {
      ...poor,
      idempotency: { kind: 'none', window_ms: 0 },
      look_up: null,
      cancel_by_reference: null,
      refund: { result: 'synchronous', look_up: false },
    },
  },
} as const satisfies Readonly<Record<string, Kind>>;

const kinds = { ...psps, ...others };

/** The kinds by name: the PSPs that exist, and three that do not. */
export type PspKind = keyof typeof kinds;

export const pspNames = Object.keys(psps) as readonly (keyof typeof psps)[];
const kindNames = Object.keys(kinds) as [PspKind, ...PspKind[]];

/** Two to four accounts, the three first PSPs more often than the others. */
export const drawProfiles = (random: Random): readonly Profile[] =>
  Array.from({ length: random.between(2, 4) }, (_, index) => {
    const psp = random.chance(0.6)
      ? random.pick<PspKind>(['stripe', 'adyen', 'checkout_com'])
      : random.pick(kindNames);
    return profileOf(psp, `${psp}_${index}`);
  });

/** An account of a kind; `id` is the kind's name unless given. */
export const profileOf = (psp: PspKind, id: string = psp): Profile => {
  const { capabilities, ...behaviour } = kinds[psp];
  return { account: { id, psp, capabilities }, ...behaviour };
};
