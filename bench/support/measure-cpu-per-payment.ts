import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { type DynamoDBClient, PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { tables } from '../../lib/storage/tables.ts';
import { createTables } from '../../local/aws/dynamodb.ts';
import { connectTo, storeOf } from '../../local/aws/store-of.ts';
import { createLoopbackServer } from '../../local/door/loopback-server.ts';
import { listen } from '../../local/support/listen.ts';
import { connectApi, measuredPsp, publishMeasuredRule } from './api.ts';
import { bundle, temporaryFolder } from './bundle.ts';
import { measureInChild } from './measure-in-child.ts';
import { setWebhooks } from './set-webhooks.ts';
import { type MeasuredService, startService } from './start-service.ts';

/** The functions of a payment, and the one that makes its webhook endpoint. */
const measuredFunctions = [
  'create-checkout-session',
  'confirm-checkout-session',
  'receive-psp-webhook',
  'record-events',
  'deliver-events',
  'recover-charges',
  'create-webhook-endpoint',
] as const;

/** Of all payments together. */
export type CpuStep = { readonly name: string; readonly calls: number; readonly cpu_ms: number };

/** `look_ms`: of one start of recovery that finds nothing due. */
export type CpuOfPayments = { readonly steps: readonly CpuStep[]; readonly look_ms: number };

/** An event as the PSP sent it. */
export type Sent = { readonly headers: Readonly<Record<string, string>>; readonly body: string };

/**
 * Takes payments through the bundled functions in a process of their own. Its tables are its own, too, so that the stream's consumer and the workers of
 * the service, which serves the rest, do none of its work.
 */
export const measureCpuPerPayment = async (payments: number): Promise<CpuOfPayments> => {
  const service = await startService();
  const folder = temporaryFolder();
  const world = await openWorld();
  try {
    for (const name of measuredFunctions)
      bundle(`functions/${name}.ts`, `${folder.path}/${name}/index.mjs`, 'deployed');
    await publishMeasuredRule(connectApi(service));
    await setWebhooks(service, measuredPsp, { mode: 'normal', url: `${world.url}/psp` });
    const measured = await measureInChild<CpuOfPayments>(
      new URL('../programs/cpu-per-payment.ts', import.meta.url),
      {
        ...service.environment,
        ...(await ownTables(service)),
        BENCH_FOLDER: folder.path,
        BENCH_API_KEY: service.api_key,
        BENCH_PAYMENTS: String(payments),
        BENCH_WORLD: world.url,
      },
    );
    if (world.delivered() < 2 * payments) throw new Error(`The merchant got ${world.delivered()} events.`);
    return measured;
  } finally {
    await service.stop();
    world.close();
    folder.remove();
  }
};

/** Empty ones beside the service's, with its API key. */
const ownTables = async ({ environment }: MeasuredService): Promise<Readonly<Record<string, string>>> => {
  const store = storeOf(environment);
  await createTables(store, ({ id }) => `measured-${id}`);
  const client = connectTo(store);
  try {
    await copyKeys(client, environment.TABLE_API_KEYS ?? '');
  } finally {
    client.destroy();
  }
  return Object.fromEntries(tables.map(({ id, variable }) => [variable, `measured-${id}`]));
};

const copyKeys = async (client: DynamoDBClient, from: string): Promise<void> => {
  const { Items = [] } = await client.send(new ScanCommand({ TableName: from }));
  for (const Item of Items) await client.send(new PutItemCommand({ TableName: 'measured-api_keys', Item }));
};

type World = {
  readonly url: string;
  /** How many events the merchant's endpoint got. */
  readonly delivered: () => number;
  readonly close: () => void;
};

/** Everybody else: takes the PSP's events, which `GET /psp` hands out once, and plays the merchant's endpoint. */
const openWorld = async (): Promise<World> => {
  let sent: Sent[] = [];
  let delivered = 0;
  const server = createLoopbackServer({ onlyOwnUser: false }, async (request, response) => {
    if (request.method === 'GET') {
      response.end(JSON.stringify(sent));
      sent = [];
      return;
    }
    const body = await text(request);
    if (request.url === '/psp') sent.push({ headers: headersOf(request), body });
    else delivered++;
    response.end();
  });
  const { url } = await listen(server);
  return {
    url,
    delivered: () => delivered,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

const headersOf = ({ headers }: IncomingMessage): Sent['headers'] =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
