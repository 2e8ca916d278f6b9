import autocannon from 'autocannon';
import { type Api, confirmBody, connectApi, sessionBody } from './support/api.ts';
import { printTable, thousands } from './support/print-table.ts';
import { type MeasuredService, startService } from './support/start-service.ts';

const connections = 16;
const warm_up_s = 3;
const duration_s = 10;
const known_sessions = 500;

type Requests = Parameters<typeof autocannon>[0]['requests'];

/**
 * The load that `npm start` on this machine can carry: gateway, functions, AppConfig, secrets and PSP simulators in one process, DynamoDB in another,
 * the load from a third. The figure is for this machine, not for a deployment, where each request has a Lambda to itself.
 */
const main = async (): Promise<void> => {
  const service = await startService();
  try {
    const api = connectApi(service);
    const loads = {
      create: creates(service),
      retrieve: await retrieves(service, api),
      payment: payments(service),
    };
    const rows: string[][] = [];
    for (const [name, requests] of Object.entries(loads)) rows.push(await rowOf(service, name, requests));
    console.log(`${connections} connections for ${duration_s} s each, after ${warm_up_s} s`);
    printTable(['', 'requests/s', 'payments/s', 'p50, ms', 'p99, ms', 'failed'], rows);
  } finally {
    await service.stop();
  }
};

const rowOf = async (
  { base_url: url }: MeasuredService,
  name: string,
  requests: Requests,
): Promise<string[]> => {
  await autocannon({ url, connections, duration: warm_up_s, requests });
  const {
    requests: made,
    latency,
    duration,
    ...rest
  } = await autocannon({
    url,
    connections,
    duration: duration_s,
    requests,
  });
  const failed = rest.errors + rest.timeouts + rest.non2xx;
  if (failed > 0) process.exitCode = 1;
  const rate = made.total / duration;
  return [
    name,
    thousands(rate),
    name === 'payment' ? thousands(rate / requests.length) : '',
    String(latency.p50),
    String(latency.p99),
    String(failed),
  ];
};

const headersOf = ({ api_key }: MeasuredService) => ({
  authorization: `Bearer ${api_key}`,
  'content-type': 'application/json',
});

/** The rule that every local service starts with, which splits between two PSPs. */
const newSession = JSON.stringify({ ...sessionBody, routing_rule: 'default' });

const creates = (service: MeasuredService): Requests => [
  { method: 'POST', path: '/v1/checkout/sessions', headers: headersOf(service), body: newSession },
];

const retrieves = async (service: MeasuredService, api: Api): Promise<Requests> => {
  const ids: string[] = [];
  while (ids.length < known_sessions) ids.push((await api.create({ routing_rule: 'default' })).id);
  let next = 0;
  return [
    {
      method: 'GET',
      headers: headersOf(service),
      setupRequest: (request) => {
        next = (next + 1) % ids.length;
        return { ...request, path: `/v1/checkout/sessions/${ids[next]}` };
      },
    },
  ];
};

/** Create, confirm, read, refund in part. */
const payments = (service: MeasuredService): Requests => {
  const headers = headersOf(service);
  return [
    {
      method: 'POST',
      path: '/v1/checkout/sessions',
      headers,
      body: newSession,
      onResponse: (_status, body, context) => {
        context.session = JSON.parse(body).id;
      },
    },
    {
      method: 'POST',
      headers,
      body: JSON.stringify(confirmBody()),
      setupRequest: (request, { session }) => ({
        ...request,
        path: `/v1/checkout/sessions/${session}/confirm`,
      }),
      onResponse: (_status, body, context) => {
        context.charge = JSON.parse(body).charge;
      },
    },
    {
      method: 'GET',
      headers,
      setupRequest: (request, { session }) => ({ ...request, path: `/v1/checkout/sessions/${session}` }),
    },
    {
      method: 'POST',
      path: '/v1/charges/refund',
      headers,
      setupRequest: (request, { charge }) => ({ ...request, body: JSON.stringify({ charge, amount: 100 }) }),
    },
  ];
};

await main();
