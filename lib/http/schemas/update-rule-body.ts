import * as z from 'zod/mini';
import { integer } from './fields/integer.ts';
import { rollout } from './fields/rollout.ts';
import { text } from './fields/text.ts';

const backtest = z.strictObject({ sessions: integer(1, 100_000) }, 'expected an object with sessions');

/** Everything next to the rule; the rule itself is checked with the accounts it may name. */
export const updateRuleBody = z.looseObject(
  {
    version: z.exactOptional(integer(0, 2 ** 31)),
    note: z.exactOptional(text(500)),
    dry_run: z.exactOptional(z.boolean('expected true or false')),
    backtest: z.exactOptional(backtest),
    rollout: z.exactOptional(rollout),
  },
  'expected an object',
);
