import type { Outcome } from '../types/outcome.ts';
import type { Advice } from '../types/psp.ts';
import type { Failover } from '../types/routing.ts';
import { vaultFailureOf } from '../types/vault-failure.ts';
import { advisesAgainst } from './advises-against.ts';
import { failoverPolicy } from './failover-policy.ts';

/**
 * An attempt that has just ended, and the attempts before it in the same confirm. `failover` is from the stored route, so that a later change of the
 * rule has no effect. `earlier` excludes attempts of previous confirms.
 */
export type EndedAttempt = {
  readonly result: {
    readonly outcome: Outcome;
    readonly code?: string | undefined;
    readonly advice?: Advice | undefined;
  };
  readonly failover: Failover;
  readonly earlier: readonly { readonly outcome: Outcome }[];
};

export type FailoverDecision =
  | { readonly next: true }
  | {
      readonly next: false;
      readonly reason:
        | 'settled'
        | 'not_known'
        | 'never'
        | 'advised_against'
        | 'not_listed'
        | 'vault'
        | 'only_once'
        | 'max_attempts';
    };

/**
 * Whether the next PSP of the plan may be tried. The engine checks that there is one, and time for it. A network's `never_again` and `wait` concern
 * the card, not the PSP, so they end the confirm whatever the rule lists. So does a failure of the vault, which would affect every PSP.
 */
export const decideFailover = (attempt: EndedAttempt): FailoverDecision => {
  const reason = reasonAgainst(attempt);
  return reason === undefined ? { next: true } : { next: false, reason };
};

type Reason = Extract<FailoverDecision, { next: false }>['reason'];

const reasonAgainst = (attempt: EndedAttempt): Reason | undefined => {
  const { outcome } = attempt.result;
  const policy = failoverPolicy[outcome];
  switch (policy) {
    case 'settled':
    case 'not_known':
    case 'never':
      return policy;
    case 'always':
      return vaultFailureOf(attempt.result) ? 'vault' : limitOf(attempt);
    case 'if_listed':
      return isListed(attempt) ? limitOf(attempt) : 'not_listed';
    case 'once_if_listed':
      if (!isListed(attempt)) return 'not_listed';
      return attempt.earlier.some((tried) => tried.outcome === outcome) ? 'only_once' : limitOf(attempt);
    default:
      // An outcome of a newer release, which this one does not have, counts as unknown.
      policy satisfies never;
      return 'not_known';
  }
};

const isListed = ({ result, failover }: EndedAttempt) =>
  failover.on.some((listed) => listed === result.outcome);

const limitOf = ({ result, failover, earlier }: EndedAttempt): Reason | undefined => {
  if (advisesAgainst(result.advice)) return 'advised_against';
  return earlier.length + 1 >= failover.max_attempts ? 'max_attempts' : undefined;
};
