import * as z from 'zod/mini';
import { declines, indefinites } from '../types/outcome.ts';
import { conditionKeys } from './conditions/condition-table.ts';
import { conditions } from './conditions/conditions.ts';
import { failoverPolicy } from './failover-policy.ts';
import { integer } from './fields/integer.ts';
import { list } from './fields/list.ts';
import { strictObject } from './fields/strict-object.ts';
import { maxLength } from './length-checks.ts';

export const maxRules = 100;
const maxTargets = 20;
const maxOverrides = 50;
const maxOutcomes = 200;

// Zod silently drops `__proto__` from a parsed record, so no rule may have that name.
export const ruleName = z
  .string('expected a name')
  .check(z.regex(/^(?!__proto__$)[a-z0-9_-]{1,64}$/, 'expected 1 to 64 characters of a-z, 0-9, _ and -'));

const target = strictObject(
  {
    psp: z
      .string('expected the id of a PSP account')
      .check(z.regex(/^.{1,64}$/, 'expected 1 to 64 characters')),
    weight: integer(0, 10_000),
  },
  'expected an object with psp and weight',
);

const targets = list(target, maxTargets, 'targets');

/** Outcomes a rule may list in `failover.on`. */
const failoverConditions = declines.filter((decline) => {
  const policy = failoverPolicy[decline];
  return policy !== 'never' && policy !== 'not_known';
});

const refusedCondition = (input: unknown) => {
  const choice = `expected one of ${failoverConditions.join(', ')}`;
  if (indefinites.some((outcome) => outcome === input))
    return `after ${input} the payment may have been made, and another PSP could charge it twice; ${choice}`;
  if (declines.some((outcome) => outcome === input))
    return `after ${input} no other PSP may be tried; ${choice}`;
  return choice;
};

const condition = z.enum(failoverConditions, { error: ({ input }) => refusedCondition(input) });

const failover = strictObject(
  {
    on: z._default(
      z
        .array(condition, 'expected a list of outcomes')
        .check(maxLength(maxOutcomes, `expected at most ${maxOutcomes} outcomes`)),
      ['psp_unavailable', 'rate_limited', 'issuer_unavailable', 'processor_error', 'not_supported'],
    ),
    max_attempts: z._default(integer(1, 5), 3),
    attempt_timeout_ms: z._default(integer(1_000, 15_000), 8_000),
  },
  'expected an object with on, max_attempts and attempt_timeout_ms',
);

const health = strictObject(
  {
    mode: z._default(z.enum(['off', 'observe', 'steer'], 'expected one of off, observe, steer'), 'observe'),
    max_shift: z._default(integer(0, 100), 50),
    min_share: z._default(integer(0, 100), 0),
  },
  'expected an object with mode, max_shift and min_share',
);

type When = {
  readonly [Key in keyof typeof conditions]: z.ZodMiniExactOptional<(typeof conditions)[Key]['schema']>;
};

const when = strictObject(
  Object.fromEntries(conditionKeys.map((key) => [key, z.exactOptional(conditions[key].schema)])) as When,
  `expected an object with ${conditionKeys.slice(0, -1).join(', ')} or ${conditionKeys.at(-1)}`,
);

const override = strictObject({ when, targets }, 'expected an object with when and targets');

const fields = {
  name: ruleName,
  targets,
  failover: z.prefault(failover, {}),
  health: z.prefault(health, {}),
  wallets: z.exactOptional(z.enum(['any', 'first'], 'expected any or first')),
  overrides: z._default(
    z
      .array(override, 'expected a list of overrides')
      .check(maxLength(maxOverrides, `expected at most ${maxOverrides} overrides`)),
    [],
  ),
};

/**
 * A routing rule as a caller writes it, shape and ranges only; `validateRule` checks the rest. It is complete once it is parsed, with the defaults
 * given here; without `wallets`, these are `any`.
 */
export const ruleSchema = strictObject(fields);

const versioned = {
  ...fields,
  version: integer(1, Number.MAX_SAFE_INTEGER),
  created: integer(0, Number.MAX_SAFE_INTEGER),
};

const candidate = strictObject(
  {
    rule: strictObject(versioned),
    percent: integer(1, 99),
    salt: z.string('expected a text').check(z.regex(/^.{1,128}$/, 'expected 1 to 128 characters')),
  },
  'expected an object with rule, percent and salt',
);

const publishedRuleSchema = strictObject({ ...versioned, candidate: z.exactOptional(candidate) });

export const documentSchema = strictObject(
  { rules: z.record(ruleName, publishedRuleSchema, 'expected an object of rules by name') },
  'expected an object with rules',
);
