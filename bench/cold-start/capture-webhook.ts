import { createLoopbackServer } from '../../local/door/loopback-server.ts';
import { listen } from '../../local/support/listen.ts';
import { type Api, measuredPsp } from '../support/api.ts';
import { setWebhooks } from '../support/set-webhooks.ts';
import type { MeasuredService } from '../support/start-service.ts';

type Webhook = { readonly headers: Readonly<Record<string, string>>; readonly body: string };

/** A genuine, signed event about one of our payments that the service has not received: it is delivered here instead. */
export const captureWebhook = async (service: MeasuredService, api: Api): Promise<Webhook> => {
  const received = Promise.withResolvers<Webhook>();
  const server = createLoopbackServer({ onlyOwnUser: false }, async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    response.end();
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
    if (body.includes('"payment_intent.succeeded"'))
      received.resolve({ headers: Object.fromEntries(headers), body });
  });
  const { url } = await listen(server);
  await setWebhooks(service, measuredPsp, { mode: 'normal', url: `${url}/` });
  try {
    await api.charge();
    return await received.promise;
  } finally {
    await setWebhooks(service, measuredPsp, { mode: 'off' });
    server.closeAllConnections();
    server.close();
  }
};
