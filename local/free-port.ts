import { createServer } from 'node:http';
import { listen } from './listen.ts';

/** A port that was free a moment ago. */
export const freePort = async (): Promise<number> => {
  const server = createServer();
  const { port } = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
};
