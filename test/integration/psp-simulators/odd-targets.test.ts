import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { closeOpened, opened } from './opened.ts';
import { openPsps } from './psp-client.ts';

afterEach(closeOpened);

/** The status of an answer to a target that no HTTP client would send. */
const statusOf = async (url: string, target: string): Promise<string> => {
  const { port } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(`GET ${target} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nconnection: close\r\n\r\n`);
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  await once(socket, 'close');
  return text.slice(9, 12);
};

test.each([['//'], ['//:'], ['http://127.0.0.1:99999/']])(
  '%s is refused, and ends nothing',
  async (target) => {
    const { simulators } = opened(await openPsps({ psps: ['stripe'] }));
    for (const url of [simulators.admin, simulators.urls.stripe ?? ''])
      expect(await statusOf(url, target)).toBe('400');
    expect(await statusOf(simulators.admin, '/psps')).toBe('200');
  },
);
