import { expect, test } from '@jest/globals';
import { renderBacktest } from '../../../lib/http/render-backtest.ts';
import { emptyTally } from '../../../lib/routing/backtest/tally-session.ts';
import { rule } from '../routing/fixtures.ts';

/** Enough to say how many would be approved. */
const known = {
  attempts: 2_000,
  weight: 2_000,
  weight2: 2_000,
  approved: 1_800,
  approved2: 1_800,
  unseen: 0,
  undrawn: 0,
};
const shown = {
  id: 'bt_1',
  rule: rule({ a: 1 }),
  asked: 2_000,
  tally: { ...emptyTally, sessions: 2_000, approval: known },
};

test('a backtest that ended early says so, and gives no estimate of a part', () => {
  const render = (end: { ended: boolean; ended_early?: true }) =>
    renderBacktest({ ...shown, ...end }, () => true);
  expect(render({ ended: true })).toMatchObject({
    state: 'done',
    approval: { estimate: 0.9 },
    approval_refused: null,
  });
  expect(render({ ended: true, ended_early: true })).toMatchObject({
    state: 'refused',
    approval: null,
    approval_refused: 'ended_early',
  });
  expect(render({ ended: false })).toMatchObject({
    state: 'running',
    approval: null,
    approval_refused: null,
  });
});
