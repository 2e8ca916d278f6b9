import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { listen } from './listen.ts';

/**
 * A port that was free a moment ago, below the range that systems assign automatically (from 32768 on Linux, from 49152 elsewhere), so that nothing
 * takes it by chance while its owner is down, and above those that browsers and `fetch` refuse to call (10080 is the last).
 */
export const freePort = async (): Promise<number> => {
  const port = randomInt(10_081, 32_768);
  return (await isFree(port)) ? port : freePort();
};

/** Whether this process may listen on this loopback port now. */
export const isFree = async (port: number): Promise<boolean> => {
  const server = createServer();
  try {
    await listen(server, { port });
  } catch {
    return false;
  }
  await new Promise((resolve) => server.close(resolve));
  return true;
};
