import { randomBytes } from 'node:crypto';
import type { WireAnswer, WireRequest } from '../wire.ts';
import { appConfigIds, badRequest, deploymentInForce, notFound, type Store } from './state.ts';

/** The shortest interval AppConfig lets a session ask for, and its default. */
const realMinimumSeconds = 15;
const defaultSeconds = 60;
const tokenLifeMs = 24 * 3_600_000;

/** The state behind one token. A token is good for one call; the answer carries the next. */
type Token = {
  readonly expires: number;
  readonly not_before: number;
  readonly interval_seconds: number;
  /** The version that this session already has. */
  readonly has_version?: number;
};

type StartRequest = {
  readonly ApplicationIdentifier?: string;
  readonly EnvironmentIdentifier?: string;
  readonly ConfigurationProfileIdentifier?: string;
  readonly RequiredMinimumPollIntervalInSeconds?: number;
};

/** AppConfig Data. `minimumPollSeconds` below AppConfig's own 15 is for tests: a session that asks for 15 or less gets exactly that. */
export const createConfigurationSessions = (store: Store, minimumPollSeconds: number) => {
  const tokens = new Map<string, Token>();

  const issue = (token: Token): string => {
    const name = randomBytes(48).toString('base64url');
    tokens.set(name, token);
    return name;
  };

  const start = ({ body }: WireRequest): WireAnswer => {
    const asked = readStart(body);
    const seconds = asked.RequiredMinimumPollIntervalInSeconds ?? defaultSeconds;
    if (
      !Number.isInteger(seconds) ||
      seconds < Math.min(minimumPollSeconds, realMinimumSeconds) ||
      seconds > 86_400
    )
      throw badRequest(`RequiredMinimumPollIntervalInSeconds is ${realMinimumSeconds} to 86400`);
    const now = store.now();
    for (const [name, { expires }] of tokens) if (expires < now) tokens.delete(name);
    const interval_seconds = seconds <= realMinimumSeconds ? minimumPollSeconds : seconds;
    const InitialConfigurationToken = issue({
      expires: now + tokenLifeMs,
      not_before: now,
      interval_seconds,
    });
    return { status: 201, body: JSON.stringify({ InitialConfigurationToken }) };
  };

  const getLatest = ({ query }: WireRequest): WireAnswer => {
    const name = query.get('configuration_token') ?? '';
    const token = tokens.get(name);
    const now = store.now();
    if (!token) throw invalidToken('Corrupted');
    if (now > token.expires) throw invalidToken('Expired');
    if (now < token.not_before) throw invalidToken('PollIntervalNotSatisfied');
    const state = store.read();
    const version = state.versions.find(({ number }) => number === deploymentInForce(state)?.version);
    if (!version) throw notFound('A deployed configuration');
    tokens.delete(name);
    const next = issue({
      expires: now + tokenLifeMs,
      not_before: now + token.interval_seconds * 1_000,
      interval_seconds: token.interval_seconds,
      has_version: version.number,
    });
    const unchanged = token.has_version === version.number;
    return {
      status: 200,
      headers: {
        'next-poll-configuration-token': next,
        'next-poll-interval-in-seconds': String(token.interval_seconds),
        'content-type': version.content_type,
        ...(!unchanged && version.label !== undefined && { 'version-label': version.label }),
      },
      body: unchanged ? '' : Buffer.from(version.content, 'base64'),
    };
  };

  return { start, getLatest };
};

/** Identifiers are ids or names. */
const readStart = (body: Buffer): StartRequest => {
  const asked = parse(body);
  if (!is(asked.ApplicationIdentifier, appConfigIds.application, 'payments')) throw notFound('Application');
  if (!is(asked.EnvironmentIdentifier, appConfigIds.environment, 'local')) throw notFound('Environment');
  if (!is(asked.ConfigurationProfileIdentifier, appConfigIds.profile, 'routing-rules'))
    throw notFound('Configuration profile');
  return asked;
};

const parse = (body: Buffer): StartRequest => {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw badRequest('The body is not JSON');
  }
};

const is = (asked: string | undefined, id: string, name: string) => asked === id || asked === name;

const invalidToken = (Problem: 'Corrupted' | 'Expired' | 'PollIntervalNotSatisfied') =>
  badRequest(
    Problem === 'PollIntervalNotSatisfied'
      ? 'Request too early: the poll interval has not passed'
      : 'The configuration token is not valid (any more)',
    { Reason: 'InvalidParameters', Details: { InvalidParameters: { ConfigurationToken: { Problem } } } },
  );
