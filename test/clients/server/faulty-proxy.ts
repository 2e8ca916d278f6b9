import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { listen } from '../../../local/support/listen.ts';
import { createTestServer } from '../../tools/create-test-server.ts';

/**
 * What happens to one try of a call. Before its effect: `reset_before`, `answer_before`. After it: `reset_after`, `answer_after`, `stall_head` (no
 * answer ever), `stall_body` (half of one), `cut_body` (half, then a reset), `half_body` (half, as if it were whole).
 */
export type Fault =
  | 'reset_before'
  | 'reset_after'
  | 'stall_head'
  | 'stall_body'
  | 'cut_body'
  | 'half_body'
  | {
      readonly answer: 'before' | 'after';
      readonly status: number;
      readonly code?: string;
      readonly headers?: Headers;
    };

type Headers = Readonly<Record<string, string>>;

/** One try as it reached the proxy. */
export type Try = {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: string;
  /** The service's own answer, if the try reached it. */
  status?: number;
};

/** An answer of the service, as it gave it. */
export type Passed = Try & {
  readonly status: number;
  readonly answerHeaders: Headers;
  readonly answer: string;
};

export type FaultyProxy = {
  /** An address of its own for a client whose first tries meet these faults, in their order; every later one passes. */
  readonly route: (...faults: readonly Fault[]) => {
    readonly baseUrl: string;
    readonly tries: readonly Try[];
  };
  readonly close: () => Promise<void>;
};

export const startFaultyProxy = async (
  upstream: string,
  onPassed: (passed: Passed) => void = () => {},
): Promise<FaultyProxy> => {
  const routes: { readonly faults: Fault[]; readonly tries: Try[] }[] = [];
  const server = createTestServer(async (incoming, outgoing) => {
    const [, index = '', path = ''] = /^\/(\d+)(\/.*)$/.exec(incoming.url ?? '') ?? [];
    const route = routes[Number(index)];
    if (!route) return void outgoing.writeHead(404).end();
    const body = await read(incoming);
    const attempt: Try = { method: incoming.method ?? '', path, headers: plain(incoming), body };
    route.tries.push(attempt);
    const fault = route.faults.shift();
    if (fault === 'reset_before') return void outgoing.destroy();
    if (typeof fault === 'object' && fault.answer === 'before') return answer(outgoing, fault);
    const passed = await pass(upstream, attempt);
    attempt.status = passed.status;
    onPassed(passed);
    return afterwards(outgoing, passed, fault);
  });
  const { url } = await listen(server);
  return {
    route: (...faults) => {
      const tries: Try[] = [];
      routes.push({ faults: [...faults], tries });
      return { baseUrl: `${url}/${routes.length - 1}`, tries };
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

const pass = async (upstream: string, attempt: Try): Promise<Passed> => {
  const { host: _, connection: __, ...headers } = attempt.headers;
  const sent = request(`${upstream}${attempt.path}`, { method: attempt.method, headers });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sent.on('response', resolve).on('error', reject);
  });
  sent.end(attempt.body);
  const incoming = await answered;
  const text = await read(incoming);
  return { ...attempt, status: incoming.statusCode ?? 0, answerHeaders: plain(incoming), answer: text };
};

const afterwards = (outgoing: ServerResponse, passed: Passed, fault: Fault | undefined): void => {
  const half = passed.answer.slice(0, Math.floor(passed.answer.length / 2));
  const { 'transfer-encoding': _, connection: __, ...headers } = passed.answerHeaders;
  const whole = { ...headers, 'content-length': String(Buffer.byteLength(passed.answer)) };
  switch (fault) {
    case undefined:
      return void outgoing.writeHead(passed.status, whole).end(passed.answer);
    case 'reset_before':
    case 'reset_after':
      return void outgoing.destroy();
    case 'stall_head':
      return;
    case 'stall_body':
      return void outgoing.writeHead(passed.status, whole).write(half);
    case 'cut_body':
      return void outgoing.writeHead(passed.status, whole).write(half, () => outgoing.destroy());
    case 'half_body':
      return void outgoing
        .writeHead(passed.status, { ...whole, 'content-length': String(Buffer.byteLength(half)) })
        .end(half);
    default:
      answer(outgoing, fault);
  }
};

/** With a code: as the service itself would say it. Without: as something between would. */
const answer = (
  outgoing: ServerResponse,
  { status, code, headers = {} }: Extract<Fault, { readonly status: number }>,
): void => {
  const error = {
    type: 'idempotency_error',
    code,
    message: 'planned',
    request_id: 'req_planned',
    doc_url: '',
  };
  const body = code === undefined ? '<html>Bad gateway</html>' : JSON.stringify({ error });
  outgoing.writeHead(status, headers).end(body);
};

const plain = ({ headers }: IncomingMessage): Headers =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

const read = async (message: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};
