import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A loopback HTTP server that can go down for real: its port refuses connections until it is opened again. */
export type Listener = {
  readonly port: number;
  readonly shut: () => Promise<void>;
  readonly open: () => Promise<void>;
};

/** `port` 0 takes any free one and keeps it over `shut` and `open`. */
export const openListener = async (port: number, handle: RequestListener): Promise<Listener> => {
  let server: Server | undefined = await listen(port, handle);
  const { port: taken } = server.address() as AddressInfo;
  return {
    port: taken,
    shut: async () => {
      const closing = server;
      server = undefined;
      if (closing !== undefined) await close(closing);
    },
    open: async () => {
      server ??= await listen(taken, handle);
    },
  };
};

const listen = async (port: number, handle: RequestListener): Promise<Server> => {
  // A process that is busy for longer than the usual five seconds would close sockets that its own clients take for open.
  const server = createServer({ keepAliveTimeout: 60_000 }, handle);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return server;
};

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
