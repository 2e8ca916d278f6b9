import type { Account, Capabilities } from '../../../lib/types/capabilities.ts';
import { cardBrands } from '../../../lib/types/card.ts';
import type { Random } from '../random.ts';

/** An account, and what its PSP does that no capability tells. */
export type Profile = {
  readonly account: Account;
  /** Captures and cancels: the result at once, or accepted first and told later. */
  readonly operations: 'synchronous' | 'webhook';
  /** A webhook says that a payment was authorised, also where the capture follows by itself. */
  readonly tells_authorised_only: boolean;
};

const minute = 60_000;
const day = 24 * 60 * minute;

const base = {
  amounts: { currencies: 'all', exponents: {}, multiples: {}, minima: {}, maximum: 999_999_999 },
  brands: cardBrands,
  card: true,
  psp_token: true,
  three_d_secure: true,
  capture: { manual: true, partial: true },
} as const satisfies Partial<Capabilities>;

type Kind = Omit<Profile, 'account'> & { readonly capabilities: Capabilities };

const kinds: Readonly<Record<string, Kind>> = {
  stripe: {
    operations: 'synchronous',
    tells_authorised_only: false,
    capabilities: {
      ...base,
      idempotency: { kind: 'all_answers', window_ms: day },
      look_up: { lag_ms: 0 },
      fence: { result: 'synchronous' },
      refund: { result: 'synchronous', look_up: true },
    },
  },
  adyen: {
    operations: 'webhook',
    tells_authorised_only: true,
    capabilities: {
      ...base,
      completes_authentication: true,
      idempotency: { kind: 'all_answers', window_ms: 7 * day },
      look_up: null,
      fence: { result: 'webhook' },
      refund: { result: 'webhook', look_up: false },
    },
  },
  checkout_com: {
    operations: 'webhook',
    tells_authorised_only: false,
    capabilities: {
      ...base,
      idempotency: { kind: 'success_only', window_ms: day },
      look_up: { lag_ms: minute },
      fence: null,
      refund: { result: 'webhook', look_up: true },
    },
  },
  paypal: {
    operations: 'synchronous',
    tells_authorised_only: false,
    capabilities: {
      ...base,
      idempotency: { kind: 'current_state', window_ms: 6 * 60 * minute },
      look_up: { lag_ms: 5_000 },
      fence: null,
      refund: { result: 'synchronous', look_up: true },
    },
  },
  square: {
    operations: 'synchronous',
    tells_authorised_only: false,
    capabilities: {
      ...base,
      idempotency: { kind: 'all_answers', window_ms: 60 * minute },
      look_up: null,
      fence: { result: 'synchronous' },
      refund: { result: 'synchronous', look_up: false },
    },
  },
  keeps_success: {
    operations: 'synchronous',
    tells_authorised_only: false,
    capabilities: {
      ...base,
      idempotency: { kind: 'success_only', window_ms: 60 * minute },
      look_up: { lag_ms: minute },
      fence: null,
      refund: { result: 'synchronous', look_up: true },
    },
  },
  found_only: {
    operations: 'synchronous',
    tells_authorised_only: false,
    capabilities: {
      ...base,
      idempotency: { kind: 'none', window_ms: 0 },
      look_up: { lag_ms: 30_000 },
      fence: null,
      refund: { result: 'synchronous', look_up: true },
    },
  },
  bare: {
    operations: 'synchronous',
    tells_authorised_only: false,
    capabilities: {
      ...base,
      idempotency: { kind: 'none', window_ms: 0 },
      look_up: null,
      fence: null,
      refund: { result: 'synchronous', look_up: false },
    },
  },
};

/** Two to four accounts, the three PSPs that exist more often than the poorer ones. */
export const drawProfiles = (random: Random): readonly Profile[] => {
  const names = [
    'stripe',
    'adyen',
    'checkout_com',
    'paypal',
    'square',
    'keeps_success',
    'found_only',
    'bare',
  ];
  const count = random.between(2, 4);
  const drawn: Profile[] = [];
  while (drawn.length < count) {
    const psp = names[random.chance(0.6) ? random.below(3) : random.below(names.length)] ?? 'stripe';
    const kind = kinds[psp];
    if (kind) drawn.push(profile(`${psp}_${drawn.length}`, psp, kind));
  }
  return drawn;
};

const profile = (id: string, psp: string, { capabilities, ...behaviour }: Kind): Profile => ({
  account: { id, psp, capabilities },
  ...behaviour,
});

/** The one account of a kind, for tests that script what happens. */
export const profileOf = (psp: string, id: string = psp): Profile => {
  const kind = kinds[psp];
  if (!kind) throw new Error(`no kind of PSP is named ${psp}`);
  return profile(id, psp, kind);
};
