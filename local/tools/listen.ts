import type { IncomingMessage, ServerResponse } from 'node:http';
import type { WebhookEndpoint } from '../../clients/server/src/index.ts';
import { createClient } from '../../clients/server/src/index.ts';
import { createLoopbackServer } from '../door/loopback-server.ts';
import { listen } from '../support/listen.ts';
import { readRequestBody } from '../support/read-request-body.ts';
import { runCommand } from '../support/run-command.ts';
import { findRunningService, usualPort } from '../support/running-service.ts';
import { watchParent } from '../support/watch-parent.ts';

const usage = `Forwards the events of the service on this machine to your own program, as webhooks, and prints each one.

  npm run -s listen -- --forward http://127.0.0.1:3000/hooks [--events <type,…>]

  --forward <url>    where your program receives webhooks
  --events <type,…>  only these event types
  --port <port>      the service on this port (default: PORT, else 4000)

It creates a webhook endpoint, prints its signing secret, and deletes the endpoint when you stop it with ctrl-C. The service gets
your program's answers, so anything but 2xx is retried. A deployed service cannot reach this machine: give it an endpoint at a
public address of yours.`;

const description = 'npm run listen';
const mostBytes = 64 * 1024;

const options = {
  forward: { type: 'string' },
  events: { type: 'string' },
  port: { type: 'string' },
} as const;

/** The request exactly as received, so that its signature is valid, and the answer's status. */
const relay = async (forward: URL, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const body = await readRequestBody(request, mostBytes);
  if (body === 'gone' || body === 'too_large' || body === undefined)
    return void response.writeHead(413).end();
  const text = body.toString('utf8');
  const status = await pass(forward, request.headers, text);
  console.log([time(), status ?? 'no answer', ...named(text)].join('  '));
  response.writeHead(status ?? 502).end();
};

const passed = ['content-type', 'webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

/** Undefined if your program does not answer. */
const pass = async (
  forward: URL,
  headers: IncomingMessage['headers'],
  body: string,
): Promise<number | undefined> => {
  const kept = Object.fromEntries(passed.map((name) => [name, String(headers[name] ?? '')]));
  try {
    const response = await fetch(forward, { method: 'POST', headers: kept, body, redirect: 'manual' });
    await response.body?.cancel();
    return response.status;
  } catch {
    return undefined;
  }
};

const named = (body: string): readonly string[] => {
  const { id, type, data } = JSON.parse(body);
  return [type, data.id, id];
};

const isAnswered = (url: string): Promise<boolean> =>
  fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(2_000) }).then(
    () => true,
    () => false,
  );

const time = (): string => new Date().toISOString().slice(11, 19);

runCommand({ usage, options }, async (values) => {
  const forward = URL.parse(values.forward ?? '');
  if (!forward?.protocol.startsWith('http')) throw new Error(`--forward: name an address.\n\n${usage}`);
  const port = values.port === undefined ? usualPort() : Number(values.port);
  const service = findRunningService(port);
  if (!service) throw new Error(`No service runs on port ${port}. Start it (npm start), or set its port.`);
  const client = createClient({ baseUrl: service.base_url, apiKey: service.api_key });

  const server = createLoopbackServer(
    { onlyOwnUser: true },
    (request, response) => void relay(forward, request, response),
  );
  const { url } = await listen(server);
  // A listener that was killed could not clean up; one that still listens keeps its endpoint.
  for (const endpoint of (await client.webhookEndpoints.list()).data)
    if (endpoint.description === description && !(await isAnswered(endpoint.url)))
      await client.webhookEndpoints.delete(endpoint.id);
  const { id, secret } = await client.webhookEndpoints.create({
    url,
    description,
    // The service validates the types.
    ...(values.events !== undefined && { events: values.events.split(',') as WebhookEndpoint['events'] }),
  });
  const stop = async (): Promise<void> => {
    await client.webhookEndpoints.delete(id).catch(() => undefined);
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  watchParent(stop);
  console.log(`Events go to ${forward.href}\nSecret ${secret}`);
});
