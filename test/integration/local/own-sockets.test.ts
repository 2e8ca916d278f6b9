import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { createLoopbackServer } from '../../../local/door/loopback-server.ts';
import { listen } from '../../../local/support/listen.ts';

const server = () => createLoopbackServer({ onlyOwnUser: true }, (_, response) => response.end());

/** Of a connection that begins now. */
const closeListeners = async (): Promise<number> => {
  const socket = connect(1, '127.0.0.1');
  const listeners = socket.listenerCount('close');
  await once(socket.destroy(), 'close');
  return listeners;
};

/** A server of the test file before this one may still be closing in this process. */
const untilNothingListens = async (): Promise<void> => {
  while ((await closeListeners()) > 0) await setTimeout(50);
};

test('a connection is watched once, whatever listens, and not at all when nothing does', async () => {
  await untilNothingListens();
  const servers = [server(), server(), server()];
  await Promise.all(servers.map((one) => listen(one)));
  expect(await closeListeners()).toBe(1);
  await Promise.all(servers.map((one) => once(one.close(), 'close')));
  expect(await closeListeners()).toBe(0);
});
