import { createLoopbackServer } from '../../../local/door/loopback-server.ts';
import { listen } from '../../../local/support/listen.ts';
import type { Service } from './start-service.ts';

type Seen = { readonly call: string; readonly idempotency_key: string | undefined };

export type Front = {
  readonly url: string;
  /** What came since the last call. */
  readonly seen: () => readonly Seen[];
  /** The next calls of this kind, such as `POST /v1/exports`, are answered 503 and do not reach the service, or reach it and their answers get lost. */
  readonly fail: (call: RegExp, how: 'refused' | 'lost', times?: number) => void;
  readonly close: () => void;
};

/** In front of a service, as its distribution is, but it can fail, and lists come in pages of two rows. */
export const startUnsteadyFront = async ({ base_url }: Pick<Service, 'base_url'>): Promise<Front> => {
  let seen: Seen[] = [];
  let failing = { call: /^$/, how: 'refused', times: 0 };
  const server = createLoopbackServer({ onlyOwnUser: true }, async (incoming, outgoing) => {
    let body = '';
    for await (const chunk of incoming.setEncoding('utf8')) body += chunk;
    const { method = 'GET', url = '/', headers } = incoming;
    const { authorization = '', 'content-type': type = 'application/json', 'idempotency-key': key } = headers;
    const call = `${method} ${url}`;
    seen.push({ call, idempotency_key: key?.toString() });
    const how = failing.times > 0 && failing.call.test(call) ? failing.how : undefined;
    if (how !== undefined) failing.times -= 1;
    if (how === 'refused')
      return void outgoing.writeHead(503).end(JSON.stringify({ message: 'Service Unavailable' }));
    const answer = await fetch(`${base_url}${url.replace('limit=100', 'limit=2')}`, {
      method,
      headers: { authorization, 'content-type': type, ...(key && { 'idempotency-key': String(key) }) },
      ...(method === 'POST' && { body }),
    });
    const text = await answer.text();
    if (how === 'lost') return void outgoing.destroy();
    outgoing.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
  });
  const { url } = await listen(server);
  return {
    url,
    seen: () => {
      const since = seen;
      seen = [];
      return since;
    },
    fail: (call, how, times = 1) => {
      failing = { call, how, times };
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
