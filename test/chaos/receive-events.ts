import { createClient } from '../../clients/server/src/index.ts';
import { listen } from '../../local/support/listen.ts';
import { readRequestBody } from '../../local/support/read-request-body.ts';
import { createTestServer } from '../tools/create-test-server.ts';
import type { Victim } from './victim.ts';

export type Received = {
  /** The bytes of each event that arrived under a signature that fits, by its id. */
  readonly bodies: ReadonlyMap<string, string>;
  readonly deliveries: () => number;
  /** What arrived and was no event of ours, or not twice the same. */
  readonly wrong: readonly string[];
  readonly close: () => void;
};

/** A merchant's own server, which outlives the service: every tenth event is refused the first time. */
export const receiveEvents = async ({ base_url, api_key }: Victim): Promise<Received> => {
  const client = createClient({ baseUrl: base_url, apiKey: api_key });
  const bodies = new Map<string, string>();
  const refused = new Set<string>();
  const wrong: string[] = [];
  let deliveries = 0;
  let secret = '';
  const receive = async (body: string, headers: Readonly<Record<string, string | string[] | undefined>>) => {
    deliveries += 1;
    try {
      const { id } = await client.webhooks.verify(body, headers, secret);
      if (id.charCodeAt(10) % 10 === 0 && !refused.has(id)) {
        refused.add(id);
        return 500;
      }
      if (bodies.has(id) && bodies.get(id) !== body) wrong.push(`${id} came with other bytes`);
      bodies.set(id, body);
      return 200;
    } catch (error) {
      wrong.push(`a webhook that does not verify: ${error}`);
      return 400;
    }
  };
  const server = createTestServer(async (request, response) => {
    const body = await readRequestBody(request, 64 * 1024);
    // The service was killed while it sent.
    if (body === 'gone' || body === 'too_large' || body === undefined) return void response.destroy();
    response.writeHead(await receive(body.toString('utf8'), request.headers)).end();
  });
  const { url } = await listen(server);
  secret = String((await client.webhookEndpoints.create({ url })).secret);
  return {
    bodies,
    deliveries: () => deliveries,
    wrong,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
