import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import type { Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../support/free-port.ts';
import type { Credentials } from './credentials.ts';
import { type Place, relaySigned } from './relay-signed.ts';

/**
 * The program in front of the DynamoDB-compatible server, which itself takes any signature and any page's calls. It starts that server where nobody
 * else gets to it, answers on the socket that its parent hands over, passes on only signed calls, and ends with its parent.
 */
export type StoreOrders = {
  readonly command: string;
  readonly storage: readonly string[];
  readonly credentials: Credentials;
  /** Whether this process has a network of its own. Otherwise the server is at a loopback address that cannot be guessed. */
  readonly alone: boolean;
};

const readyWithinMs = 10_000;

const main = async (orders: StoreOrders, socket: Server): Promise<void> => {
  const place = orders.alone ? { host: '127.0.0.1', port: 8_000 } : await unguessable();
  const { command, storage, credentials } = orders;
  const store = spawn(command, ['serve', '--host', place.host, '--port', String(place.port), ...storage], {
    stdio: ['ignore', 'inherit', 'inherit'],
    windowsHide: true,
  });
  endTogether(store);
  await untilReady(place);
  relaySigned(socket, place, credentials);
  process.send?.('ready');
};

/** With its parent, even by `kill -9`, and with the store. */
const endTogether = (store: ChildProcess): void => {
  store.once('error', ({ message }) => {
    console.error(message);
    process.exit(1);
  });
  store.once('exit', (code) => process.exit(code ?? 1));
  process.once('disconnect', () => {
    store.kill('SIGKILL');
    process.exit(1);
  });
  process.on('SIGTERM', () => store.kill('SIGTERM'));
};

/** One of 16 million loopback addresses, if the system has more than one, and of 20,000 ports. */
const unguessable = async (): Promise<Place> => {
  const part = () => randomInt(1, 255);
  const host = process.platform === 'linux' ? `127.${part()}.${part()}.${part()}` : '127.0.0.1';
  return { host, port: await freePort() };
};

const untilReady = async (place: Place): Promise<void> => {
  const deadline = performance.now() + readyWithinMs;
  while (performance.now() < deadline) {
    if (await answers(place)) return;
    await sleep(5);
  }
  throw new Error('The store does not answer.');
};

const answers = async (place: Place): Promise<boolean> => {
  try {
    const asked = request({ ...place, method: 'GET', path: '/' }).end();
    const [response] = await once(asked, 'response');
    response.resume();
    return response.statusCode === 200;
  } catch {
    return false;
  }
};

process.once('message', (orders: StoreOrders, socket: Server) => {
  main(orders, socket).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  });
});
