import { type Random, randomOf } from './random.ts';

/** Everything that can go wrong, each at a rate of its own per seed. */
export const faultKinds = [
  'killed',
  'frozen',
  'answer_delayed',
  'storage_lost_before',
  'storage_lost_after',
  'storage_repeated',
  'storage_slow',
  'index_stale',
  'clock_skewed',
  'rules_stale',
  'account_unconfigured',
  'not_sent',
  'request_lost',
  'answer_lost',
  'late_effect',
  'broken_promise',
  'late_unreported',
  'slow',
  'error_before_effect',
  'error_after_effect',
  'rate_limited',
  'psp_unavailable',
  'unreadable_answer',
  'amount_mismatch',
  'partial_approval',
  'declined',
  'authentication',
  'operation_refused',
  'refund_fails_late',
  'refund_stuck',
  'refund_never_told',
  'list_cut',
  'capture_fails_late',
  'automatic_capture_fails',
  'event_unnamed',
  'event_withheld',
  'look_up_broken',
  'dashboard_capture',
  'dashboard_capture_refused',
  'dashboard_void',
  'dashboard_refund',
  'hold_expires',
  'disputed',
  'dispute_nonsense',
  'refund_over_dispute',
  'webhook_late',
  'webhook_twice',
  'webhook_again',
  'webhook_lost',
  'webhook_false',
  'client_loses_answer',
  'client_gives_up',
  'two_tabs',
  'paid_another_way',
  'double_return',
  'swapped_return',
  'order_twice',
  'expired_early',
  'refreshed',
  'recovery_twice',
  'poisoned_record',
  'card_in_vault',
  'token_stolen',
  'vault_unavailable',
  'vault_fails',
  'vault_answer_lost',
  'vault_held_up',
  'release_lost',
  'slot_misplaced',
  'psp_closed',
  'second_payment',
  'details_refused',
  'foreign_reference',
  'webhook_queue',
  'done_after_all',
  'psp_hangs',
  'recaptured',
  'key_ended',
  'call_cut',
  'dashboard_capture_fails',
  'dispute_reopened',
  'failure_untold',
] as const;

export type FaultKind = (typeof faultKinds)[number];

export type Faults = {
  /** Whether this goes wrong now. */
  readonly hits: (kind: FaultKind) => boolean;
  readonly stop: () => void;
  readonly counts: Readonly<Record<FaultKind, number>>;
  readonly enabled: readonly FaultKind[];
};

/** What belongs to the life of a shop rather than to a fault: it goes on at a fair rate where it is enabled. */
const everyday: ReadonlySet<FaultKind> = new Set([
  'declined',
  'authentication',
  'two_tabs',
  'paid_another_way',
  'double_return',
  'order_twice',
  'expired_early',
  'refreshed',
]);
/** What is done beside this service, at PSPs and in browsers: it goes on just as often, in fewer worlds. */
const elsewhere: ReadonlySet<FaultKind> = new Set([
  'late_unreported',
  'psp_closed',
  'second_payment',
  'details_refused',
  'foreign_reference',
  'webhook_queue',
  'done_after_all',
  'psp_hangs',
  'recaptured',
  'failure_untold',
  'dashboard_capture',
  'dashboard_void',
  'dashboard_refund',
  'hold_expires',
  'disputed',
  'dispute_nonsense',
  'dispute_reopened',
  'refund_over_dispute',
  'capture_fails_late',
  'automatic_capture_fails',
  'dashboard_capture_fails',
  'dashboard_capture_refused',
  'event_unnamed',
  'event_withheld',
  'look_up_broken',
  'webhook_again',
  'card_in_vault',
  'token_stolen',
  'paid_another_way',
]);

/** What makes money come too late, and what happens to it then. Left to chance it would hardly ever meet. */
const aroundLateMoney: ReadonlySet<FaultKind> = new Set([
  'broken_promise',
  'refund_fails_late',
  'dashboard_refund',
  'dashboard_capture',
  'hold_expires',
  'webhook_again',
]);

/** Drawn apart, so that worlds without cards in a vault are the same as before there was one. */
const ofTheVault: ReadonlySet<FaultKind> = new Set([
  'card_in_vault',
  'token_stolen',
  'vault_unavailable',
  'vault_fails',
  'vault_answer_lost',
  'vault_held_up',
  'release_lost',
  'slot_misplaced',
]);
/** Drawn apart for the same reason. */
const ofChallenges: ReadonlySet<FaultKind> = new Set(['paid_another_way']);
const ofOperators: ReadonlySet<FaultKind> = new Set(['psp_closed']);
const ofDetails: ReadonlySet<FaultKind> = new Set(['details_refused']);
const ofOthers: ReadonlySet<FaultKind> = new Set(['foreign_reference']);
const ofSeconds: ReadonlySet<FaultKind> = new Set(['second_payment']);
const ofSilence: ReadonlySet<FaultKind> = new Set(['late_unreported']);
/** Each is drawn by a generator of its own. */
const apart: ReadonlySet<FaultKind> = new Set([
  'webhook_queue',
  'done_after_all',
  'psp_hangs',
  'recaptured',
  'key_ended',
  'call_cut',
  'dashboard_capture_fails',
  'dispute_reopened',
  'failure_untold',
]);
/** How a PSP is in all of a world: where it is enabled, it always hits. */
const lasting: ReadonlySet<FaultKind> = new Set([
  'webhook_queue',
  'done_after_all',
  'recaptured',
  'failure_untold',
]);

/**
 * Swarm, and in some seeds a few kinds so often that faults meet faults: each seed enables some kinds and draws a rate for each, so that rare combinations meet without being drowned by the common ones.
 * One seed in twenty is about money that comes too late. `without` takes kinds out again, for shrinking; those of `often` go wrong in a quarter of all
 * cases. `vault`, `challenges`, `silence`, `operators`, `seconds`, `details` and `others` draw what belongs to them; `seed` gives the generators of the rest.
 */
export const drawFaults = (
  {
    random: common,
    vault,
    challenges,
    silence,
    operators,
    seconds,
    details,
    others,
    seed,
  }: {
    readonly random: Random;
    readonly vault: Random;
    readonly challenges: Random;
    readonly silence: Random;
    readonly operators: Random;
    readonly seconds: Random;
    readonly details: Random;
    readonly others: Random;
    readonly seed: number;
  },
  { without, often }: { readonly without: ReadonlySet<FaultKind>; readonly often: readonly FaultKind[] },
): Faults => {
  const own = new Map([...apart].map((kind) => [kind, randomOf(seed, kind)]));
  const drawnBy = (kind: FaultKind): Random => {
    const known = own.get(kind);
    if (known) return known;
    if (ofTheVault.has(kind)) return vault;
    if (ofSilence.has(kind)) return silence;
    if (ofSeconds.has(kind)) return seconds;
    if (ofDetails.has(kind)) return details;
    if (ofOthers.has(kind)) return others;
    if (ofOperators.has(kind)) return operators;
    return ofChallenges.has(kind) ? challenges : common;
  };
  const share = common.pick([0, 0.15, 0.3, 0.5, 0.5, 0.8]);
  const hot = common.chance(0.3);
  const late = common.chance(0.05);
  const isOften = (kind: FaultKind): boolean => often.includes(kind) || (late && aroundLateMoney.has(kind));
  const shareOf = (kind: FaultKind): number => {
    if (everyday.has(kind)) return 0.6;
    if (elsewhere.has(kind)) return 0.3;
    return hot ? 0.15 : share;
  };
  const rates = Object.fromEntries(
    faultKinds.map((kind) => {
      const random = drawnBy(kind);
      const enabled = random.chance(shareOf(kind));
      const isFrequent = hot || everyday.has(kind) || elsewhere.has(kind);
      const drawn = enabled ? drawRate(random, isFrequent) : 0;
      const rate = isOften(kind) ? 0.25 : drawn;
      if (without.has(kind)) return [kind, 0];
      return [kind, lasting.has(kind) ? Math.ceil(rate) : rate];
    }),
  ) as Record<FaultKind, number>;
  const counts = Object.fromEntries(faultKinds.map((kind) => [kind, 0])) as Record<FaultKind, number>;
  let over = false;
  return {
    counts,
    enabled: faultKinds.filter((kind) => rates[kind] > 0),
    stop: () => {
      over = true;
    },
    hits: (kind) => {
      const rate = rates[kind];
      if (rate === 0 || over || !drawnBy(kind).chance(rate)) return false;
      counts[kind] += 1;
      return true;
    },
  };
};

const drawRate = (random: Random, isFrequent: boolean): number =>
  isFrequent ? random.between(5, 40) / 100 : 0.004 * 2 ** (random.below(500) / 100);
