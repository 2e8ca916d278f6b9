import { replaySession } from '../routing/backtest/replay-session.ts';
import { emptyTally, tallySession } from '../routing/backtest/tally-session.ts';
import type { Backtest, Backtests, PastSessions } from '../types/backtest.ts';
import type { Account } from '../types/capabilities.ts';
import type { Clock } from '../types/ports.ts';
import { recordFormat } from '../types/records.ts';
import type { PublishedRule } from '../types/routing.ts';

export type BacktestPorts = {
  readonly backtests: Pick<Backtests, 'find' | 'write'>;
  readonly clock: Clock;
  /** Starts the worker of a backtest without waiting for it. */
  readonly wake: (id: string) => Promise<void>;
};

export type BacktestWorkerPorts = BacktestPorts & {
  readonly past: PastSessions;
  readonly accounts: readonly Account[];
  /** Unix milliseconds at which the worker ends. */
  readonly deadline: number;
};

/** The time for one page and the start of the next worker. */
const page_ms = 8_000;
/** A worker records each page. After this long without a record, it counts as dead. */
const gone_ms = 30_000;
/** Whatever has ended this many workers in a row, without a page between them, would end the next one too. */
const most_lost = 3;
/** Sessions of other rules are read too, but skipped; this bounds how many. */
const most_read = 10;
const wait_ms = 5_000;
const first_pause_ms = 50;
const longest_pause_ms = 400;

/** Begins a backtest, waits up to five seconds for its end, and resolves to its result by then. */
export const startBacktest = async (
  ports: BacktestPorts,
  asked: { readonly id: string; readonly rule: PublishedRule; readonly sessions: number },
): Promise<Backtest> => {
  const { backtests, clock } = ports;
  const now = clock.now();
  const { id, rule, sessions } = asked;
  let found: Backtest = {
    v: recordFormat,
    rev: 1,
    id,
    rule,
    asked: sessions,
    read: 0,
    ended: false,
    tally: emptyTally,
    created: now,
    alive: now,
  };
  await backtests.write(found);
  await ports.wake(id);
  let pause = first_pause_ms;
  while (!found.ended && clock.now() + pause < now + wait_ms) {
    await clock.sleep(pause);
    found = (await backtests.find(id)) ?? found;
    pause = Math.min(pause * 2, longest_pause_ms);
  }
  return found;
};

/** The current state of a backtest. If its worker is dead, another continues from there; after three without progress, the backtest ends. */
export const readBacktest = async (
  { backtests, clock, wake }: BacktestPorts,
  id: string,
): Promise<Backtest | undefined> => {
  const found = await backtests.find(id);
  const now = clock.now();
  if (!found || found.ended || now - found.alive <= gone_ms) return found;
  const lost = (found.lost ?? 0) + 1;
  const next = { ...found, rev: found.rev + 1, lost, alive: now };
  if (lost >= most_lost) {
    const ended = { ...next, ended: true, ended_early: true } as const;
    return (await backtests.write(ended)) ? ended : found;
  }
  // Recorded before the start, so that the next read does not start another.
  if (!(await backtests.write(next))) return found;
  await wake(id);
  return next;
};

/**
 * The worker. Records page after page, until enough sessions of the rule were replayed or there are no more. Before its time is up it starts the next
 * worker. If two run at once, only one continues: the other's write is refused.
 */
export const runBacktest = async (ports: BacktestWorkerPorts, id: string): Promise<void> => {
  let found = await ports.backtests.find(id);
  while (found && !found.ended) {
    if (ports.clock.now() + page_ms > ports.deadline) return ports.wake(id);
    const next = await onePage(ports, found);
    if (!(await ports.backtests.write(next))) return;
    found = next;
  }
};

const onePage = async (
  { past, accounts, clock }: BacktestWorkerPorts,
  found: Backtest,
): Promise<Backtest> => {
  const { lost: _, ...begun } = found;
  const { rule, asked } = begun;
  const { sessions, to } = await past(found.up_to, namesBrands(rule));
  const ofRule = sessions.filter(({ routing }) => routing.rule === rule.name);
  const tally = ofRule
    .slice(0, asked - found.tally.sessions)
    .reduce((sum, one) => tallySession(sum, one, replaySession(rule, accounts, one)), found.tally);
  const read = found.read + sessions.length;
  const ended =
    tally.sessions >= asked || read >= asked * most_read || to.every((position) => position === null);
  return { ...begun, rev: found.rev + 1, read, up_to: to, ended, tally, alive: clock.now() };
};

const namesBrands = ({ overrides }: PublishedRule): boolean =>
  overrides.some(({ when }) => when.card_brand !== undefined);
