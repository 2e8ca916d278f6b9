import type { Idempotency } from '../../lib/types/result.ts';
import type { Given, Invocation, Service } from './service.ts';
import type { World } from './world.ts';

/** What a client reads in an answer; undefined where none came. */
export type Reply = { readonly status: number; readonly json: Readonly<Record<string, unknown>> };

export type Client = {
  readonly ask: (invocation: Invocation) => Promise<Reply | undefined>;
  /** Asks again under the same key for as long as nobody answers, or the answer says so. */
  readonly insist: (invocation: Invocation) => Promise<Reply | undefined>;
  readonly sleep: (least_ms: number, most_ms: number) => Promise<void>;
  /** A key and the hash of the body asked under it, or nothing where the client sends no key. */
  readonly key: (body: string) => Idempotency | undefined;
};

const gateway_ms = 30_000;

/** Whoever asks over the internet. Once the faults are over it asks nothing any more: recovery has to manage alone. */
export const createClient = (world: World, service: Service, isOver: () => boolean): Client => {
  const { time, random, faults } = world;
  let keys = 0;
  const ask: Client['ask'] = (invocation) =>
    new Promise((resolve) => {
      if (isOver()) return;
      let ended = false;
      const end = (reply: Reply | undefined): void => {
        if (ended || isOver()) return;
        ended = true;
        resolve(reply);
      };
      const answered = (given: Given): void => {
        if (faults.hits('client_loses_answer')) time.after(random.between(50, 5_000), () => end(undefined));
        else time.after(random.between(5, 60), () => end(read(given)));
      };
      service.invoke(invocation, answered, () =>
        time.after(random.between(10, gateway_ms), () => end(undefined)),
      );
      if (faults.hits('client_gives_up')) time.after(random.between(100, gateway_ms), () => end(undefined));
    });
  const sleep: Client['sleep'] = (least_ms, most_ms) =>
    new Promise((resolve) => time.after(random.between(least_ms, most_ms), resolve));
  return {
    ask,
    sleep,
    key: (body) =>
      random.chance(0.8)
        ? { key: `key-${++keys}-${random.u32().toString(36)}`, hash: body, view: 'full' }
        : undefined,
    insist: async (invocation) => {
      let reply = await ask(invocation);
      for (let tries = 1; tries < 5 && mayAskAgain(reply, invocation); tries++) {
        await sleep(100, 20_000);
        reply = await ask(invocation);
      }
      if (invocation.idempotency && random.chance(0.08)) await again(ask, invocation, random.chance(0.3));
      return reply;
    },
  };
};

/** Asks once more for nothing, or reuses the key for another request. */
const again = async (ask: Client['ask'], invocation: Invocation, reuses: boolean): Promise<void> => {
  const { idempotency } = invocation;
  if (!idempotency) return;
  const other = reuses ? { ...idempotency, hash: `${idempotency.hash}, and something else` } : idempotency;
  await ask({ ...invocation, idempotency: other });
};

/** Without a key a request that may have moved money is not sent twice by a careful client. */
const mayAskAgain = (reply: Reply | undefined, { idempotency }: Invocation): boolean =>
  idempotency !== undefined &&
  (reply === undefined || reply.status >= 500 || codeOf(reply) === 'idempotency_key_in_use');

const codeOf = ({ json }: Reply): string | undefined => {
  const error = json.error;
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined;
};

/** Most answers are looked at for their status alone. */
const read = ({ status, body }: Given): Reply => ({
  status,
  get json() {
    return body.startsWith('{') ? (JSON.parse(body) as Readonly<Record<string, unknown>>) : {};
  },
});
