import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { readRequestBody } from '../../support/read-request-body.ts';
import { readDashboardAct } from './dashboard.ts';
import { readFaults } from './faults.ts';
import type { RunningSimulator } from './start-simulator.ts';
import { changedSettings, readWebhookChange } from './webhook-settings.ts';

const maxBodyBytes = 64 * 1024;

/**
 * The admin API of all simulators, on its own port so that it answers while a PSP is down. `GET /psps`; below `/psps/{id}`: `GET|POST /faults`, `GET
 * /ledger`, `GET /report` (text, as the PSP's own), `GET|POST /webhooks`, `POST /dashboard`.
 */
export const serveAdmin =
  (simulators: ReadonlyMap<string, RunningSimulator>): RequestListener =>
  async (message, response) => {
    const [, root, id, what, ...rest] = new URL(message.url ?? '/', 'http://admin.invalid').pathname.split(
      '/',
    );
    const method = message.method ?? 'GET';
    const known = [...simulators.keys()];
    if (root !== 'psps' || rest.length > 0) return send(response, 404, { error: 'not found: try GET /psps' });
    if (id === undefined || id === '')
      return send(response, 200, Object.fromEntries([...simulators].map(([name, { url }]) => [name, url])));
    const simulator = simulators.get(id);
    if (simulator === undefined)
      return send(response, 404, { error: `no simulator ${id}: there is ${known.join(', ')}` });
    const input = method === 'POST' ? await readJson(message) : undefined;
    if (method === 'POST' && input === undefined)
      return send(response, 400, { error: 'the body is not JSON' });
    switch (`${method} ${what}`) {
      case 'GET ledger':
        return send(response, 200, simulator.ledger());
      case 'GET report':
        return sendReport(simulator, response);
      case 'GET faults':
        return send(response, 200, { faults: simulator.faults() });
      case 'POST faults':
        return changeFaults(simulator, input, response);
      case 'GET webhooks':
        return send(response, 200, webhookState(simulator));
      case 'POST webhooks':
        return changeWebhooks(simulator, input, response);
      case 'POST dashboard':
        return actInDashboard(simulator, input, response);
      default:
        return send(response, 404, {
          error: 'not found: faults, ledger, report, webhooks and dashboard are there',
        });
    }
  };

const changeFaults = async (simulator: RunningSimulator, input: unknown, response: ServerResponse) => {
  const read = readFaults(input);
  if (!read.ok) return send(response, 400, { error: read.message });
  await simulator.setFaults(read.faults);
  send(response, 200, { faults: simulator.faults() });
};

const changeWebhooks = (simulator: RunningSimulator, input: unknown, response: ServerResponse) => {
  const read = readWebhookChange(input);
  if (!read.ok) return send(response, 400, { error: read.message });
  const { webhooks, definition } = simulator;
  const settings = changedSettings(read.change, webhooks.settings(), definition.credentials.webhook_secrets);
  if (settings === undefined) return send(response, 400, { error: 'no webhook url is known yet: give url' });
  webhooks.configure(settings);
  const redelivered = read.change.redeliver === undefined ? 0 : webhooks.redeliver(read.change.redeliver);
  send(response, 200, { ...webhookState(simulator), redelivered });
};

const actInDashboard = (simulator: RunningSimulator, input: unknown, response: ServerResponse) => {
  const read = readDashboardAct(input, simulator.ledger().payments);
  if (!read.ok) return send(response, 400, { error: read.message });
  const problem = simulator.dashboard(read.act);
  if (problem !== undefined) return send(response, 409, { error: problem });
  const payment = simulator.ledger().payments.find(({ id }) => id === read.act.payment);
  send(response, 200, { payment });
};

const sendReport = ({ report, definition }: RunningSimulator, response: ServerResponse): void => {
  if (report === undefined)
    return void send(response, 404, { error: `${definition.id} has no simulated report` });
  const text = report();
  response.writeHead(200, {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
};

/** Excludes secrets. */
const webhookState = ({ webhooks }: RunningSimulator) => {
  const settings = webhooks.settings();
  return {
    url: settings?.url ?? null,
    mode: settings?.mode ?? null,
    ms: settings?.ms ?? null,
    events: webhooks.events(),
  };
};

const readJson = async (message: IncomingMessage): Promise<unknown> => {
  const body = await readRequestBody(message, maxBodyBytes);
  try {
    return JSON.parse(String(body)) ?? undefined;
  } catch {
    return undefined;
  }
};

const send = (response: ServerResponse, status: number, body: object): void => {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
};
