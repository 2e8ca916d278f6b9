import type { PaymentMethod } from '../../lib/types/given-method.ts';
import type { AnyMethodPsp } from '../../lib/types/psp.ts';
import type { PublishedRule, RoutingRule } from '../../lib/types/routing.ts';
import { secret } from '../../lib/types/secret.ts';
import type { Profile } from '../simulation/psp/draw-profile.ts';

/** Approved wherever nothing is scripted. */
export const card: PaymentMethod = {
  type: 'card',
  card: {
    number: secret('4242424242424242'),
    cvc: secret('123'),
    exp_month: 12,
    exp_year: 2035,
    brand: 'visa',
  },
};

/** The one rule there is: unless said otherwise the first PSP listed is always tried first. */
export const ruleOf = (
  psps: readonly Profile[],
  failover: Partial<RoutingRule['failover']> | undefined,
  targets: RoutingRule['targets'] | undefined,
  version: number,
): PublishedRule => ({
  name: 'default',
  targets: targets ?? psps.map(({ account }, index) => ({ psp: account.id, weight: index === 0 ? 1 : 0 })),
  failover: {
    on: ['processor_error', 'issuer_unavailable'],
    max_attempts: 3,
    attempt_timeout_ms: 5_000,
    ...failover,
  },
  health: { mode: 'observe', max_shift: 50, min_share: 0 },
  overrides: [],
  version,
  created: 0,
});

/** The port, with a queue of answers in front of each of its calls. */
export const withScript = (
  psp: AnyMethodPsp,
  scripted: ReadonlyMap<string, unknown[]>,
  log: string[],
): AnyMethodPsp => {
  const scriptedOr = (name: string, call: unknown): unknown =>
    typeof call !== 'function'
      ? call
      : (...given: readonly unknown[]) => {
          const answer = scripted.get(`${psp.id}/${name}`)?.shift();
          if (answer === undefined) return call(...given);
          log.push(`script ${name} ${psp.id}`);
          return Promise.resolve(answer);
        };
  return Object.fromEntries(
    Object.entries(psp).map(([name, call]) => [name, scriptedOr(name, call)]),
  ) as unknown as AnyMethodPsp;
};
