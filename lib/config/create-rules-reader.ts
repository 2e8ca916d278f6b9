import { ApiError } from '../types/api-error.ts';
import { isRecent } from '../types/is-recent.ts';
import type { Clock, Log, RulesReader } from '../types/ports.ts';
import type { RulesDocument } from '../types/routing.ts';
import type { ConfigurationSource } from './configuration-source.ts';
import { parseRules } from './rules-document.ts';

export type RulesReaderPorts = {
  readonly source: ConfigurationSource;
  readonly clock: Clock;
  readonly log: Log;
};

/** A refresh runs in the background. One that began longer ago than this was frozen with its environment and will never end. */
const poll_lost_ms = 5_000;
/** After this long without a successful poll a request waits for one, but at most `wait_ms`. */
const stale_ms = 20_000;
const wait_ms = 300;
/** After a failed poll, no request waits for another for this long; the retry comes sooner. */
const no_wait_ms = 15_000;
const retry_ms = 5_000;
/** Before the first read there are no rules to use: a request waits longer, and polls are repeated meanwhile. */
const first_wait_ms = 5_000;
const first_retry_ms = 500;
/** AppConfig's tokens expire after 24 h. */
const token_lasts_ms = 20 * 3_600_000;

type State = {
  document: RulesDocument | undefined;
  token: { readonly value: string; readonly received: number } | undefined;
  /** No poll begins for `ms` from `since`. */
  pause: { readonly since: number; readonly ms: number };
  succeeded: number;
  failed: number;
  running: Poll | undefined;
};

type Poll = { readonly started: number; readonly done: Promise<void> };

/**
 * The rules in force, from AppConfig's data plane. Uses the last good document until there is a newer one, and polls in the background once the
 * server's interval is over; concurrent requests share one poll. An invalid document is reported and never used. Rejects with `routing_unavailable`
 * only until the first good read.
 */
export const createRulesReader = (ports: RulesReaderPorts): RulesReader => {
  const state: State = {
    document: undefined,
    token: undefined,
    pause: { since: 0, ms: 0 },
    succeeded: Number.NEGATIVE_INFINITY,
    failed: Number.NEGATIVE_INFINITY,
    running: undefined,
  };
  return async () => {
    const now = ports.clock.now();
    if (state.document === undefined) return readFirst(state, ports, now);
    startPollIfDue(state, ports, now);
    if (state.running !== undefined && isOverdue(state, now))
      await Promise.race([state.running.done, ports.clock.sleep(wait_ms)]);
    return state.document;
  };
};

/** Polls until there are rules, for as long as a request that began then may wait. */
const readFirst = async (state: State, ports: RulesReaderPorts, began: number): Promise<RulesDocument> => {
  for (let now = began; state.document === undefined; now = ports.clock.now()) {
    const left = began + first_wait_ms - now;
    if (left <= 0) throw unavailable(state, now);
    startPollIfDue(state, ports, now);
    const { running } = state;
    const pause = ports.clock.sleep(running === undefined ? Math.min(left, untilDue(state, now)) : left);
    await Promise.race([pause, ...(running ? [running.done] : [])]);
  }
  return state.document;
};

const startPollIfDue = (state: State, ports: RulesReaderPorts, now: number): void => {
  if (state.running !== undefined) {
    if (isRecent(state.running.started, poll_lost_ms, now)) return;
    // The running poll counts as lost: its token is used up, and its result or failure would be outdated.
    state.token = undefined;
    state.pause = { since: now, ms: 0 };
  }
  if (untilDue(state, now) > 0) return;
  const isCurrent = () => state.running === poll;
  const poll: Poll = { started: now, done: Promise.resolve().then(() => runPoll(state, ports, isCurrent)) };
  state.running = poll;
};

const untilDue = ({ pause: { since, ms } }: State, now: number): number =>
  isRecent(since, ms, now) ? since + ms - now : 0;

const isOverdue = ({ succeeded, failed }: State, now: number): boolean =>
  !isRecent(succeeded, stale_ms, now) && !isRecent(failed, no_wait_ms, now);

/** Never rejects, because there may be no caller waiting for it. */
const runPoll = async (state: State, ports: RulesReaderPorts, isCurrent: () => boolean): Promise<void> => {
  const { source, clock, log } = ports;
  try {
    const token = takeToken(state, clock.now()) ?? (await source.open());
    const { next_token, poll_after_ms, content, age_ms = 0 } = await source.poll(token);
    if (!isCurrent()) return;
    if (content !== undefined) takeOver(state, content, log);
    if (state.document === undefined) throw new Error('AppConfig has no valid rules');
    const now = clock.now();
    state.token = { value: next_token, received: now };
    state.succeeded = now - age_ms;
    state.pause = { since: now, ms: poll_after_ms };
  } catch (error) {
    if (!isCurrent()) return;
    state.failed = clock.now();
    state.pause = { since: state.failed, ms: state.document === undefined ? first_retry_ms : retry_ms };
    log({ event: 'routing_rules_poll_failed', error: error instanceof Error ? error.name : typeof error });
  } finally {
    if (isCurrent()) state.running = undefined;
  }
};

/** A poll uses up its token, so the token is removed from the state first. After a failure the next poll begins a new session. */
const takeToken = (state: State, now: number): string | undefined => {
  const { token } = state;
  state.token = undefined;
  return token !== undefined && isRecent(token.received, token_lasts_ms, now) ? token.value : undefined;
};

const takeOver = (state: State, content: string, log: Log): void => {
  const parsed = parseRules(content);
  if (parsed.ok) {
    state.document = parsed.document;
    log({ event: 'routing_rules_loaded', rules: Object.keys(parsed.document.rules).length });
  } else {
    log({ event: 'routing_rules_refused', code: parsed.problem.code, param: parsed.problem.param });
  }
};

const unavailable = (state: State, now: number): ApiError =>
  new ApiError('routing_unavailable', 'The routing rules cannot be read right now. Try again.', {
    retry_after: Math.max(1, Math.ceil(untilDue(state, now) / 1000)),
  });
