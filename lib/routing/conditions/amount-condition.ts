import * as z from 'zod/mini';
import { maxAmount } from '../../types/money.ts';
import type { OverrideCondition } from '../../types/routing.ts';
import { integer } from '../fields/integer.ts';
import { strictObject } from '../fields/strict-object.ts';
import { invalid, type Path, type RuleProblem } from '../rule-problem.ts';
import type { Condition } from './condition.ts';

type Bounds = NonNullable<OverrideCondition['amount']>;

/** The amounts that a condition accepts, both ends included; `from` is above `to` if it accepts none. */
const amountRange = (amount: Bounds | undefined): { readonly from: number; readonly to: number } => ({
  from: Math.max(1, amount?.gte ?? 1, (amount?.gt ?? 0) + 1),
  to: Math.min(maxAmount, amount?.lte ?? maxAmount, (amount?.lt ?? maxAmount + 1) - 1),
});

const problem = (bounds: Bounds, path: Path): RuleProblem | undefined => {
  if (Object.keys(bounds).length === 0) return invalid(path, 'expected at least one of gte, gt, lte and lt');
  const { from, to } = amountRange(bounds);
  if (from <= to) return undefined;
  const bound = (bounds.gte ?? 0) === from ? 'gte' : 'gt';
  return invalid([...path, bound], `no amount is at least ${from} and at most ${to}`);
};

export const amountCondition = {
  schema: strictObject(
    {
      gte: z.exactOptional(integer(1, maxAmount)),
      gt: z.exactOptional(integer(0, maxAmount - 1)),
      lte: z.exactOptional(integer(1, maxAmount)),
      lt: z.exactOptional(integer(2, maxAmount + 1)),
    },
    'expected an object with gte, gt, lte or lt',
  ),
  matches: (bounds) => {
    const { from, to } = amountRange(bounds);
    return ({ amount }) => amount >= from && amount <= to;
  },
  covers: (earlier, later) => {
    const [outer, inner] = [amountRange(earlier), amountRange(later)];
    return outer.from <= inner.from && inner.to <= outer.to;
  },
  problem,
} satisfies Condition<Bounds>;
