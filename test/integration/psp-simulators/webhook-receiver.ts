import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestServer } from '../../tools/create-test-server.ts';

export type Delivery = {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

/** A merchant's endpoint that keeps what arrives and answers `status` (200 unless set). */
export const openReceiver = async () => {
  const deliveries: Delivery[] = [];
  let status = 200;
  let connections = 0;
  const server = createTestServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    deliveries.push({ path: request.url ?? '', headers: request.headers, body });
    response.writeHead(status).end();
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deliveries,
    connections: () => connections,
    answer: (next: number) => {
      status = next;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
