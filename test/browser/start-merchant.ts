import { listen } from '../../local/support/listen.ts';
import { createTestServer } from '../tools/create-test-server.ts';

export type Merchant = {
  /** `host`: any name that leads to this machine. */
  readonly url: (path: string, host?: string) => string;
  /** Serves this at `path` from now on; HTML where no type is named. */
  readonly page: (
    path: string,
    text: string,
    type?: string,
    headers?: Readonly<Record<string, string>>,
  ) => void;
  readonly close: () => Promise<void>;
};

/** A web server that is none of ours, at an origin of its own. */
export const startMerchant = async (): Promise<Merchant> => {
  const pages = new Map<
    string,
    { readonly text: string; readonly type: string; readonly headers: Readonly<Record<string, string>> }
  >();
  const server = createTestServer((request, response) => {
    const page = pages.get(request.url ?? '');
    response.writeHead(page ? 200 : 404, {
      'content-type': `${page?.type ?? 'text/plain'}; charset=utf-8`,
      ...page?.headers,
    });
    response.end(page?.text ?? 'Not found');
  });
  const { port } = await listen(server);
  return {
    url: (path, host = '127.0.0.1') => `http://${host}:${port}${path}`,
    page: (path, text, type = 'text/html', headers = {}) => void pages.set(path, { text, type, headers }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/**
 * A merchant's page that loads the fields from `service`, puts a card into it, and keeps what it is told: `window.events`. `window.card` is there once the
 * fields are ready.
 */
export const merchantPage = (service: string, options: object = {}): string => `<!doctype html>
<html lang="en"><title>Merchant</title><main><h1>Merchant</h1><div id="card"></div><button>After</button></main>
<script type="module">
import { loadFields } from '${service}/fields/v1/loader.js';
window.events = [];
window.loaderrors = 0;
window.addEventListener('loaderror', () => window.loaderrors++);
window.loadFields = loadFields;
const fields = await loadFields('${service}');
const card = fields.create('card', ${JSON.stringify(options)});
for (const name of ['ready', 'change', 'focus', 'blur', 'submit', 'loaderror', 'violation'])
  card.on(name, (event) => {
    window.events.push(event === undefined ? [name] : [name, event]);
    if (name === 'ready') window.card = card;
  });
card.mount('#card');
</script></html>`;
