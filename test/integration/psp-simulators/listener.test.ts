import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { openListener } from '../../../local/psp/framework/listener.ts';
import { listen } from '../../../local/support/listen.ts';

test('a simulator that was down waits for its port, if somebody uses that meanwhile', async () => {
  const door = await openListener(undefined, (_, response) => response.end('here'));
  const url = `http://127.0.0.1:${door.port}`;
  await door.shut();
  await expect(fetch(url)).rejects.toThrow();
  const other = createServer();
  await listen(other, { port: door.port });
  const opening = door.open();
  expect(await Promise.race([opening, sleep(200, 'waits')])).toBe('waits');
  other.close();
  await opening;
  expect(await (await fetch(url)).text()).toBe('here');
  await door.shut();
});
