import type { AddressInfo, Server } from 'node:net';

/** Binds to loopback, any free port by default. Rejects with the system's error (`EADDRINUSE`) if it cannot. */
export const listen = async (
  server: Server,
  {
    host = '127.0.0.1',
    port = 0,
  }: { readonly host?: string | undefined; readonly port?: number | undefined } = {},
): Promise<{ readonly url: string; readonly port: number }> => {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address() as AddressInfo;
  return { url: `http://${host}:${address.port}`, port: address.port };
};
