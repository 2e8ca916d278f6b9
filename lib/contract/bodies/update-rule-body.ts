import * as z from 'zod/mini';
import { strictObject } from '../../routing/fields/strict-object.ts';
import { maxLength, minLength } from '../../routing/length-checks.ts';
import { ruleSchema } from '../../routing/rule-schema.ts';
import { integer } from '../fields/integer.ts';
import { text } from '../fields/text.ts';

const stepsError = 'expected a list of 1 to 10 rising percentages';

const guardError = 'expected a number of percentage points from 0.1 to 50';

const guard = strictObject(
  { approval_drop_pp: z.number(guardError).check(z.minimum(0.1, guardError), z.maximum(50, guardError)) },
  'expected an object with approval_drop_pp',
);

const rollout = strictObject(
  {
    percent: integer(1, 99),
    then: z.exactOptional(
      z.array(integer(2, 100), stepsError).check(minLength(1, stepsError), maxLength(10, stepsError)),
    ),
    after_s: z.exactOptional(integer(1, 2_592_000)),
    guard: z.exactOptional(guard),
  },
  'expected an object with percent, then, after_s and guard',
).check(
  z.refine(({ percent, then = [] }) => rises([percent, ...then]), { error: stepsError, path: ['then'] }),
  z.refine(({ then, after_s }) => (then === undefined) === (after_s === undefined), {
    error: 'expected together with then: how many seconds each step lasts',
    path: ['after_s'],
  }),
);

const rises = (steps: readonly number[]): boolean =>
  steps.every((step, index) => index === 0 || step > (steps[index - 1] ?? 0));

const backtest = strictObject({ sessions: integer(1, 100_000) }, 'expected an object with sessions');

/** The rule's fields, which are checked later, against the accounts that it may name. */
const ruleFields = Object.fromEntries(
  Object.keys(ruleSchema._zod.def.shape).map((name) => [name, z.exactOptional(z.unknown())]),
) as Readonly<Record<keyof z.output<typeof ruleSchema>, z.ZodMiniExactOptional<z.ZodMiniUnknown>>>;

export const besideRule = {
  version: z.exactOptional(integer(0, 2 ** 31)),
  note: z.exactOptional(text(500)),
  dry_run: z.exactOptional(z.boolean('expected true or false')),
  backtest: z.exactOptional(backtest),
  rollout: z.exactOptional(rollout),
} as const;

export const updateRuleBody = strictObject({ ...ruleFields, ...besideRule });
