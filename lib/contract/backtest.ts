import * as z from 'zod/mini';
import { approvalRefusals } from '../routing/backtest/estimate-approval.ts';
import type { ObjectOf } from './object-of.ts';

const index = z.nullable(z.int().check(z.minimum(0)));
const count = z.int().check(z.minimum(0));
const share = z.number().check(z.minimum(0), z.maximum(1));

export const backtestShare = z.strictObject({
  psp: z.string(),
  override: index,
  before: share,
  after: share,
});

export type BacktestShareObject = ObjectOf<typeof backtestShare>;

export const movedSession = z.strictObject({
  session: z.nullable(z.string()),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  override: index,
});

export const movedSessions = z.strictObject({ count, examples: z.array(movedSession) });

export const expectedApproval = z.strictObject({ estimate: share, interval: z.tuple([share, share]) });

export const backtest = z.strictObject({
  object: z.literal('routing.backtest'),
  id: z.string(),
  state: z.enum(['running', 'done', 'refused']),
  rule: z.string(),
  asked: count,
  sessions: count,
  effective: count,
  shares: z.array(backtestShare),
  moved: movedSessions,
  no_psp: count,
  dead_overrides: z.array(count),
  approval: z.nullable(expectedApproval),
  approval_refused: z.nullable(z.enum([...approvalRefusals, 'ended_early'])),
});

export type BacktestObject = ObjectOf<typeof backtest>;
