import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createLoopbackServer } from '../../../local/door/loopback-server.ts';
import { listen } from '../../../local/support/listen.ts';

const server = createLoopbackServer({ onlyOwnUser: true }, (_, response) => response.end('ours'));
let port: number;
beforeAll(async () => {
  ({ port } = await listen(server));
});
afterAll(() => {
  server.close();
});

/** What a program gets that comes from this address and port; a program of another user, if root is here to start one. */
const askFrom = async (localAddress: string, localPort: number): Promise<string> => {
  const program = `
    const socket = require('node:net').connect(${JSON.stringify({ host: '127.0.0.1', port, localAddress, localPort })});
    socket.pipe(process.stdout);
    socket.write('GET / HTTP/1.1\\r\\nhost: 127.0.0.1:${port}\\r\\nconnection: close\\r\\n\\r\\n');`;
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child = spawn(process.execPath, ['-e', program], { ...user, cwd: '/', env: {} });
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return output;
};

test('who comes from the port of a connection of ours, at another address of this machine, is a stranger', async () => {
  const own = connect(port, '127.0.0.1');
  await once(own, 'connect');
  own.write(`GET / HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n\r\n`);
  expect(String(await once(own, 'data'))).toMatch(/^HTTP\/1\.1 200 /);
  expect(await askFrom('127.0.0.2', own.localPort ?? 0)).toMatch(/^HTTP\/1\.1 403 /);
  own.destroy();
});
