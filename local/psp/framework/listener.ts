import type { RequestListener, Server } from 'node:http';
import { createLoopbackServer } from '../../door/loopback-server.ts';
import { freePort } from '../../free-port.ts';

/** A loopback HTTP server that can really go down: its port refuses connections until it is opened again. */
export type Listener = {
  readonly port: number;
  readonly shut: () => Promise<void>;
  readonly open: () => Promise<void>;
};

/** Any free port unless `given`; the same over `shut` and `open`. */
export const openListener = async (given: number | undefined, handle: RequestListener): Promise<Listener> => {
  const { port, ...first } =
    given === undefined ? await listenAnywhere(handle) : await listenAt(given, handle);
  let server: Server | undefined = first.server;
  return {
    port,
    shut: async () => {
      const closing = server;
      server = undefined;
      if (closing !== undefined) await close(closing);
    },
    open: async () => {
      server ??= await listen(port, handle);
    },
  };
};

type Listening = { readonly port: number; readonly server: Server };

const listenAt = async (port: number, handle: RequestListener): Promise<Listening> => ({
  port,
  server: await listen(port, handle),
});

/** A port that was free a moment ago may have been taken since. */
const listenAnywhere = async (handle: RequestListener): Promise<Listening> => {
  const port = await freePort();
  try {
    return await listenAt(port, handle);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return listenAnywhere(handle);
  }
};

const listen = async (port: number, handle: RequestListener): Promise<Server> => {
  const server = createLoopbackServer({ onlyOwnUser: true }, handle);
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
