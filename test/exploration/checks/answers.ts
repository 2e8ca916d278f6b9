import { functionLimit_ms, type Given } from '../engine/live-process.ts';
import type { Work } from '../engine/process-spec.ts';
import type { ProcessNode } from '../engine/process-tree.ts';
import type { World } from '../world.ts';
import { first } from './books-agree.ts';

/** What an answer promises, one line each; it has to stay so. */
export const promisesOf = (
  { spec: { work }, received: arrived }: ProcessNode,
  { status, body }: Given,
): readonly string[] => {
  const line = answerLine(work, status, body);
  const key = line !== undefined && isResult(status, body) ? [line] : [];
  const tried = work.kind === 'complete' && arrived.length > 0 ? [`tried ${work.charge}`] : [];
  return [...key, ...tried, ...moneyOf(work, status, body)];
};

/** What a key was answered; undefined of a request without one. */
const answerLine = (work: Work, status: number, body: string): string | undefined => {
  const asked = requestUnderKey(work);
  return asked && `${asked}${status} ${body}`;
};

const requestUnderKey = (work: Work): string | undefined =>
  'key' in work && work.key !== undefined ? `key ${work.key} ${'body' in work ? work.body : ''} ` : undefined;

/** An answer that follows the first write; refusals before it are made anew each time. */
const isResult = (status: number, body: string): boolean =>
  status === 200 || status === 402 || status === 502 || body.includes('"code":"charge_operation_refused"');

const moneyOf = (work: Work, status: number, body: string): readonly string[] => {
  switch (work.kind) {
    case 'confirm':
    case 'complete':
    case 'expire':
      if (status === 402 || status === 502) return declinedIn(body);
      return status === 200 ? sessionIn(work, body) : [];
    case 'capture':
    case 'cancel': {
      if (status !== 200) return [];
      const { status: said, amount_captured } = JSON.parse(body) as ChargeBody;
      if (said === 'captured') return [`charge ${work.charge} captured ${amount_captured}`];
      return said === 'canceled' ? [`charge ${work.charge} canceled`] : [];
    }
    case 'refund': {
      if (status !== 200) return [];
      const { status: said } = JSON.parse(body) as ChargeBody;
      return said === 'pending' ? [] : [`refund ${work.charge} ${work.id} ${said}`];
    }
    default:
      return [];
  }
};

type ChargeBody = { readonly status: string; readonly amount_captured?: number };
type SessionBody = {
  readonly payment_status: string;
  readonly attempts: readonly { readonly charge: string }[];
};

/** Every attempt that a decline names has failed. */
const declinedIn = (body: string): readonly string[] => {
  const { error } = JSON.parse(body) as { readonly error: { readonly session?: SessionBody } };
  return (error.session?.attempts ?? []).map(({ charge }) => `failed ${charge}`);
};

const sessionIn = (
  { kind, session }: Work & { readonly session: string },
  body: string,
): readonly string[] => {
  if (kind === 'expire') return [`session ${session} ended`];
  const { payment_status } = JSON.parse(body) as SessionBody;
  return payment_status === 'paid' || payment_status === 'authorized' || payment_status === 'canceled'
    ? [`session ${session} ${payment_status}`]
    : [];
};

/** A promise that does not hold. */
export const brokenPromise = (world: World): string | undefined =>
  first(world.said, (line) => (isKept(world, line) ? undefined : `[8] it was answered that ${line}`)) ??
  twoAnswers(world.said);

const isKept = ({ store }: World, line: string): boolean => {
  const [about = '', id = '', ...said] = line.split(' ');
  switch (about) {
    case 'session': {
      const session = store.sessions.get(id);
      const is = session?.payment_status ?? '';
      if (said[0] === 'ended') return session?.expired_at !== undefined || is === 'unpaid';
      return is === said[0] || (said[0] === 'authorized' && (is === 'paid' || is === 'canceled'));
    }
    case 'charge': {
      const charge = store.charges.get(id);
      return said[0] === 'captured'
        ? charge?.status === 'captured' && charge.amount_captured >= Number(said[1])
        : charge?.status === said[0];
    }
    case 'failed':
      return store.charges.get(id)?.status === 'failed';
    case 'refund':
      return store.charges.get(id)?.refunds[said[0] ?? '']?.status === said[1];
    default:
      return true;
  }
};

const twoAnswers = (said: ReadonlySet<string>): string | undefined => {
  const answers = new Map<string, string>();
  for (const line of said) {
    if (!line.startsWith('key ')) continue;
    const key = line.split(' ', 2)[1] ?? '';
    const other = answers.get(key);
    if (other !== undefined) return `[5] ${other} and ${line}`;
    answers.set(key, line);
  }
  return undefined;
};

const completes = (work: Work): boolean =>
  work.kind === 'complete' || (work.kind === 'webhook' && work.event.claim.about === 'authentication');

/** What is wrong with an answer at the moment it is given. */
export const wrongAnswer = (
  { store, said, actors, now }: World,
  { spec: { work }, received: arrived, started }: ProcessNode,
  { status, body }: Given,
): string | undefined => {
  if (status === 500) return `[0] ${work.kind} answered ${body}`;
  const asked = requestUnderKey(work);
  const former = asked && [...said].find((line) => line.startsWith(asked));
  if (former && status < 500 && former !== answerLine(work, status, body))
    return `[5] ${former}, and later ${status} ${body}`;
  if (work.kind === 'webhook' && status >= 400 && status < 500)
    return `[10] a webhook was answered ${status} ${body}`;
  if (work.kind !== 'complete' || status !== 200) return undefined;
  const charge = store.charges.get(work.charge);
  // A return that meets another one leaves it to that.
  const another =
    said.has(`tried ${work.charge}`) ||
    actors.some(
      (actor) =>
        actor.type === 'process' && completes(actor.node.spec.work) && actor.node.received.length > 0,
    );
  // One that stood still until its time was over has nothing sent, and undone its claim: the next return is a new try.
  const hadTime = now < started + functionLimit_ms;
  if (arrived.length === 0 && hadTime && !another && charge?.status === 'requires_action')
    return `[8] the customer of ${work.charge} came back, and nothing was done`;
  return arrived.length > 0 &&
    arrived.every((answer) => answer === 'complete not_sent') &&
    charge?.status === 'pending' &&
    charge.outcome === 'unknown'
    ? `[9] the completion of ${work.charge} never left, and is waited for`
    : undefined;
};
