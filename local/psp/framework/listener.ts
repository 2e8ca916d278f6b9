import type { RequestListener, Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLoopbackServer } from '../../door/loopback-server.ts';
import { freePort } from '../../support/free-port.ts';

/** A loopback HTTP server that can really go down: its port refuses connections until it is opened again. */
export type Listener = {
  readonly port: number;
  readonly shut: () => Promise<void>;
  readonly open: () => Promise<void>;
};

/**
 * Any free port unless `given`; the same over `shut` and `open`. `framed`: below this path, pages may be shown in another site's frame. `handle` sees
 * only targets that can be parsed, so that none ends the process.
 */
export const openListener = async (
  given: number | undefined,
  handle: RequestListener,
  framed?: string,
): Promise<Listener> => {
  const serve: Served = { handle, framed };
  const { port, ...first } = given === undefined ? await listenAnywhere(serve) : await listenAt(given, serve);
  let server: Server | undefined = first.server;
  return {
    port,
    shut: async () => {
      const closing = server;
      server = undefined;
      if (closing !== undefined) await close(closing);
    },
    open: async () => {
      server ??= await listenAgain(port, serve);
    },
  };
};

type Served = { readonly handle: RequestListener; readonly framed: string | undefined };
type Listening = { readonly port: number; readonly server: Server };

const listenAt = async (port: number, served: Served): Promise<Listening> => ({
  port,
  server: await listen(port, served),
});

/** A port that was free a moment ago may have been taken since. */
const listenAnywhere = async (served: Served): Promise<Listening> => {
  const port = await freePort();
  try {
    return await listenAt(port, served);
  } catch (error) {
    if (!isInUse(error)) throw error;
    return listenAnywhere(served);
  }
};

const patience_ms = 5_000;
const pause_ms = 50;

/** While nothing listens on it, the port may be the near end of somebody's connection, for as long as that lasts. */
const listenAgain = async (port: number, served: Served, left_ms = patience_ms): Promise<Server> => {
  try {
    return await listen(port, served);
  } catch (error) {
    if (!isInUse(error) || left_ms <= 0) throw error;
    await sleep(pause_ms);
    return listenAgain(port, served, left_ms - pause_ms);
  }
};

const isInUse = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EADDRINUSE';

const listen = async (port: number, { handle, framed }: Served): Promise<Server> => {
  const server = createLoopbackServer(
    ({ url = '' }) => ({ onlyOwnUser: true, frames: framed !== undefined && url.startsWith(framed) }),
    (request, response) =>
      URL.canParse(request.url ?? '/', 'http://psp.invalid')
        ? handle(request, response)
        : response.writeHead(400, { connection: 'close' }).end(),
  );
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
