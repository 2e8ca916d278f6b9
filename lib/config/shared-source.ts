import { createHash } from 'node:crypto';
import type { Clock } from '../types/ports.ts';
import type { SessionClaim, SharedSession, SharedSessions, SharedState } from '../types/shared-session.ts';
import type { Configuration, ConfigurationSource } from './configuration-source.ts';

export type SharedPorts = {
  readonly sessions: SharedSessions;
  readonly clock: Clock;
  /** Never the same twice. */
  readonly newClaim: () => string;
};

/** A claim expires after this. If its poll has not ended by then, the poll and the token count as lost. */
const claim_ms = 5_000;
/** A document that was confirmed longer ago is not returned. While another process polls, retry soon. */
const fresh_ms = 20_000;
const again_ms = 1_000;
/** One that was confirmed further in the future than this is not returned either: by its clock, it is due too late. */
const ahead_ms = 1_000;
/** Clocks differ, and AppConfig rejects a poll that comes early. */
const apart = 1 + 1 / 30;
/** AppConfig's tokens expire after 24 h. */
const session_ms = 20 * 3_600_000;
/** DynamoDB stores up to 400 KB in an item. */
const most_bytes = 350_000;

/**
 * The configuration of `source`, through one session for all processes. AppConfig charges for each document that a session receives, so a process
 * that starts takes the stored one, and the first process that finds it due polls for all. A process has its own session if another one is polling
 * just now, the store fails, or the document is too large to be stored. Only the role of `create-checkout-session` writes there, and a document is
 * checked as if it came from AppConfig. Whether AWS lets another process use a session's token has not been tested: if it does not, each process has
 * its own session.
 */
export const createSharedSource = (source: ConfigurationSource, ports: SharedPorts): ConfigurationSource => ({
  open: async () => tokenOf('', undefined),
  poll: async (token) => {
    const [has, own] = JSON.parse(token) as [string, string | null];
    const state = await ports.sessions.read().catch(() => undefined);
    const given = state?.session && (await handOut(state.session, state.claim, has, ports));
    if (given) return given;
    const polled = state && own === null ? await pollForAll(source, state, has, ports) : undefined;
    return polled ?? pollAlone(source, has, own);
  },
});

/** The state of a process: the hash of its document, and the token of its own session if there is one. */
const tokenOf = (has: string, own: string | undefined): string => JSON.stringify([has, own ?? null]);

const hashOf = (document: string): string => createHash('sha256').update(document).digest('base64url');

/** Undefined if the stored document must be confirmed first. */
const handOut = async (
  session: SharedSession,
  claim: SessionClaim | undefined,
  has: string,
  { sessions, clock }: SharedPorts,
): Promise<Configuration | undefined> => {
  const now = clock.now();
  const age_ms = now - session.confirmed;
  const due_ms = session.due - now;
  const isFresh = age_ms >= -ahead_ms && age_ms < fresh_ms;
  const inTime = isFresh && (due_ms > 0 || isRunning(claim, now));
  const document = inTime ? await storedOf(session, has, sessions) : 'none';
  if (document === 'none') return undefined;
  return {
    next_token: tokenOf(session.hash, undefined),
    poll_after_ms: Math.max(again_ms, due_ms),
    age_ms: Math.max(0, age_ms),
    content: document?.content,
  };
};

const isRunning = (claim: SessionClaim | undefined, now: number): boolean =>
  claim !== undefined && now - claim.at < claim_ms;

/** The session's document, without `content` if the process has it; `none` if it is not stored. */
const storedOf = async (
  { hash }: SharedSession,
  has: string,
  sessions: SharedSessions,
): Promise<'none' | { readonly content: string | undefined }> => {
  if (hash === has) return { content: undefined };
  const content = await sessions.document().catch(() => undefined);
  return content !== undefined && hashOf(content) === hash ? { content } : 'none';
};

/** Undefined if another process polls. Rejects if AppConfig does not respond; the claim then expires. */
const pollForAll = async (
  source: ConfigurationSource,
  state: SharedState,
  has: string,
  { sessions, clock, newClaim }: SharedPorts,
): Promise<Configuration | undefined> => {
  const { session, claim: other } = state;
  const claim = { id: newClaim(), at: clock.now() };
  if (isRunning(other, claim.at)) return undefined;
  if (!(await sessions.claim(claim, state).catch(() => false))) return undefined;
  const goesOn = session?.token !== undefined && claim.at - session.opened < session_ms;
  const stored = goesOn ? await storedOf(session, has, sessions) : 'none';
  // A continued session does not send a document again, so the stored one must be readable.
  const continued =
    stored !== 'none' && session?.token !== undefined
      ? await source.poll(session.token).catch(() => undefined)
      : undefined;
  const known = continued && session;
  // A token that AppConfig rejects, for whatever reason, must not fail a payment.
  const polled = continued ?? (await source.poll(await source.open()));
  const content = polled.content ?? (known && stored !== 'none' ? stored.content : undefined);
  const hash = polled.content === undefined ? (known?.hash ?? '') : hashOf(polled.content);
  const now = clock.now();
  const answer = { ...polled, age_ms: now - claim.at, content };
  const isShared =
    hash !== '' && Buffer.byteLength(polled.content ?? '') <= most_bytes && isRunning(claim, now);
  if (!isShared) return { ...answer, next_token: tokenOf(hash, polled.next_token) };
  const opened = known?.opened ?? claim.at;
  const due = now + polled.poll_after_ms * apart;
  // AppConfig's response may be as old as the request.
  const next = { token: polled.next_token, opened, hash, confirmed: claim.at, due };
  await sessions.settle(claim, next, polled.content).catch(() => undefined);
  return { ...answer, next_token: tokenOf(hash, undefined) };
};

const pollAlone = async (
  source: ConfigurationSource,
  has: string,
  own: string | null,
): Promise<Configuration> => {
  const polled = await source.poll(own ?? (await source.open()));
  const hash = polled.content === undefined ? has : hashOf(polled.content);
  return { ...polled, next_token: tokenOf(hash, polled.next_token) };
};
