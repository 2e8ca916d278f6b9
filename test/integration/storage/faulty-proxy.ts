import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { signCall } from '../../../local/aws/sign-call.ts';
import type { Store } from '../../../local/aws/store-of.ts';
import { createLoopbackServer } from '../../../local/door/loopback-server.ts';
import { listen } from '../../../local/support/listen.ts';

/**
 * What happens to one request: `lose_request` and `lose_answer` cut the connection before and after its effect, `stall` has the effect and
 * never answers, `trickle` never ends the head of its answer, `answer` is sent instead of having one, `rewrite` changes the body on its way.
 */
export type Fault =
  | { readonly kind: 'pass' | 'lose_request' | 'lose_answer' | 'stall' | 'trickle' }
  | { readonly kind: 'answer'; readonly error: string; readonly fields?: object }
  | { readonly kind: 'rewrite'; readonly body: (body: string) => string };

export type FaultyProxy = {
  readonly url: string;
  /** The faults of the next requests, in their order. */
  readonly plan: (...faults: readonly Fault[]) => void;
  /** The operations asked for since the last call of this or of `requests`. */
  readonly operations: () => readonly string[];
  /** The same, with what was sent. */
  readonly requests: () => readonly Asked[];
  /** Connections accepted so far. */
  readonly connections: () => number;
  readonly close: () => Promise<void>;
};

export type Asked = {
  readonly operation: string;
  readonly body: string;
  /** Sent again by the client, which had no answer in time. */
  readonly again: boolean;
};

/** A proxy in front of a store that fails as it is asked to. It signs what it passes on. */
export const startFaultyProxy = async (upstream: Store): Promise<FaultyProxy> => {
  const planned: Fault[] = [];
  let seen: Asked[] = [];
  let accepted = 0;
  const server = createLoopbackServer({ onlyOwnUser: false }, async (incoming, outgoing) => {
    const fault = planned.shift() ?? { kind: 'pass' };
    const asked = {
      operation: String(incoming.headers['x-amz-target']).replace(/.*\./, ''),
      body: '',
      again: !/attempt=1\b/.test(String(incoming.headers['amz-sdk-request'])),
    };
    seen.push(asked);
    const body = await read(incoming);
    asked.body = body;
    if (fault.kind === 'lose_request') outgoing.destroy();
    else if (fault.kind === 'answer') refuse(outgoing, fault.error, fault.fields);
    else await forward(upstream, incoming, body, outgoing, fault);
  });
  server.on('connection', () => {
    accepted++;
  });
  const { url } = await listen(server);
  const requests = () => {
    const asked = seen;
    seen = [];
    return asked;
  };
  return {
    url,
    plan: (...faults) => {
      planned.push(...faults);
    },
    operations: () => requests().map(({ operation }) => operation),
    requests,
    connections: () => accepted,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

const forward = async (
  upstream: Store,
  incoming: IncomingMessage,
  body: string,
  outgoing: ServerResponse,
  fault: Fault,
): Promise<void> => {
  const text = fault.kind === 'rewrite' ? fault.body(body) : body;
  const headers = await signCall(upstream, String(incoming.headers['x-amz-target']), text);
  const sent = request(upstream.url, { method: 'POST', headers });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sent.on('response', resolve).on('error', reject);
  });
  sent.end(text);
  const answer = await answered;
  const answerText = await read(answer);
  if (fault.kind === 'stall') return;
  if (fault.kind === 'trickle') return trickle(outgoing);
  if (fault.kind === 'lose_answer') outgoing.destroy();
  else outgoing.writeHead(answer.statusCode ?? 500, answer.headers).end(answerText);
};

const trickle = ({ socket }: ServerResponse): void => {
  if (socket === null) return;
  socket.write('HTTP/1.1 200 OK\r\n');
  const timer = setInterval(() => socket.write('x-slow: 1\r\n'), 200);
  socket.once('close', () => clearInterval(timer)).on('error', () => undefined);
};

const refuse = (outgoing: ServerResponse, error: string, fields: object = {}): void => {
  const type = `com.amazonaws.dynamodb.v20120810#${error}`;
  outgoing
    .writeHead(400, { 'content-type': 'application/x-amz-json-1.0' })
    .end(JSON.stringify({ __type: type, message: 'planned', ...fields }));
};

const read = async (message: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};
