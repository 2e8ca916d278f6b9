import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { createWebhookTransport } from '../../../lib/runtime/webhook-transport.ts';
import type { HttpRequest } from '../../../lib/types/transport.ts';
import { createTestServer } from '../../tools/create-test-server.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A server on this machine's loopback, as somebody inside the network would have one; counts connections. */
const inside = async (listener: RequestListener = (_, response) => response.end()) => {
  const server = createTestServer(listener);
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    server.closeAllConnections();
    return new Promise((closed) => server.close(closed));
  });
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
};

const to = (url: string): HttpRequest => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json' },
  body: '{}',
  timeout_ms: 600_000,
});

/** A name server that answers each question with the next list of addresses. */
const naming = (...answers: readonly (readonly string[])[]) => {
  const asked: string[] = [];
  const lookup: LookupFunction = (hostname, { all }, callback) => {
    const addresses = (answers[asked.length] ?? answers.at(-1) ?? []).map((address) => ({
      address,
      family: address.includes(':') ? 6 : 4,
    }));
    asked.push(hostname);
    if (all) callback(null, addresses);
    else callback(null, addresses[0]?.address ?? '', addresses[0]?.family);
  };
  return { lookup, asked };
};

const refused = { kind: 'not_sent', cause: 'address_not_public' };

describe('where webhooks may go', () => {
  test.each([
    '127.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '2130706433',
    '0x7f.1',
    '169.254.169.254',
    '10.0.0.1',
  ])('not to the address %s, which is not even connected to', async (host) => {
    const { port, connections } = await inside();
    const send = createWebhookTransport({ anyAddress: false });
    expect(await send(to(`http://${host}:${port}/`))).toEqual(refused);
    expect(connections()).toBe(0);
  });

  test('not to a name of a private address, nor to one that has a public address as well', async () => {
    const { port, connections } = await inside();
    for (const addresses of [['127.0.0.1'], ['93.184.215.14', '127.0.0.1'], ['::1']]) {
      const { lookup } = naming(addresses);
      const send = createWebhookTransport({ anyAddress: false, lookup });
      expect(await send(to(`http://hooks.example:${port}/`))).toEqual(refused);
    }
    expect(connections()).toBe(0);
  });

  test('not to a name that is public when first looked up and private the next time', async () => {
    const { port, connections } = await inside();
    const { lookup, asked } = naming(['192.0.2.1'], ['127.0.0.1'], ['127.0.0.1']);
    // A look before the connection sees a public address.
    lookup('rebinding.example', { all: true }, () => undefined);
    const send = createWebhookTransport({ anyAddress: false, lookup });
    expect(await send(to(`http://rebinding.example:${port}/`))).toEqual(refused);
    expect(asked).toHaveLength(2);
    expect(connections()).toBe(0);
  });

  test("the service on a developer's machine reaches that machine", async () => {
    const { port } = await inside((_, response) => response.writeHead(204).end());
    const send = createWebhookTransport({ anyAddress: true });
    expect(await send(to(`http://127.0.0.1:${port}/`))).toMatchObject({ kind: 'answered', status: 204 });
    expect(await send(to(`http://localhost:${port}/`))).toMatchObject({ kind: 'answered', status: 204 });
  });

  test('a redirect is not followed', async () => {
    const target = await inside();
    const { port } = await inside((_, response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${target.port}/` }).end(),
    );
    const send = createWebhookTransport({ anyAddress: true });
    expect(await send(to(`http://127.0.0.1:${port}/`))).toMatchObject({ kind: 'answered', status: 307 });
    expect(target.connections()).toBe(0);
  });
});
