import { type IncomingMessage, type Server, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signCall } from '../../local/aws/sign-call.ts';
import type { Store } from '../../local/aws/store-of.ts';
import { createLoopbackServer } from '../../local/door/loopback-server.ts';
import { itemBytes } from './item-bytes.ts';
import { requiredPermissions, type Service, type ServiceRequest } from './required-permissions.ts';
import { allows, type Statement } from './role-policy.ts';

export type PermissionProxy = {
  /** The endpoint a function calls a service at. */
  readonly endpoint: (functionName: string, service: Service) => string;
  readonly allowed: readonly string[];
  /** Every call let through, in order. `bytes`: of the items it writes, as DynamoDB counts them. */
  readonly calls: readonly Call[];
  /** The function of each call that AppConfig answered with a document. */
  readonly received: readonly string[];
  /** `<function> <action> <resource>` of each call its role does not allow. */
  readonly denied: readonly string[];
  readonly close: () => Promise<void>;
};

export type Call = {
  readonly by: string;
  readonly action: string;
  /** DynamoDB's table, if it is one. */
  readonly table?: string;
  /** Parts of a transaction; 1 for any other call. */
  readonly items: number;
  readonly bytes: readonly number[];
};

/** Sits between the functions and the local services and lets through only what the caller's role in the template allows, as IAM would. It
 * signs what it passes on to the store. */
export const startPermissionProxy = async (
  services: Readonly<Partial<Record<Exclude<Service, 'dynamodb'>, string>>> & { readonly dynamodb: Store },
  statementsOf: (functionName: string) => readonly Statement[],
): Promise<PermissionProxy> => {
  const allowed: string[] = [];
  const denied: string[] = [];
  const calls: Call[] = [];
  const received: string[] = [];
  const server = createLoopbackServer({ onlyOwnUser: false }, (request, response) => {
    handle(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [, functionName = '', service = '', ...rest] = (request.url ?? '').split('/');
    const body = await readAll(request);
    const target = {
      url: `/${rest.join('/')}`,
      method: request.method ?? '',
      headers: request.headers,
      body,
    };
    const required = requiredPermissions(service as Service, target);
    const missing = required.filter((permission) => !allows(statementsOf(functionName), permission));
    for (const { action, resource } of required)
      (missing.length > 0 ? denied : allowed).push(`${functionName} ${action} ${resource}`);
    if (missing.length > 0) return refuse(response);
    const call = { by: functionName, ...summary(request.headers['x-amz-target'], body, required[0]?.action) };
    calls.push(call);
    const onAnswer = (bytes: number) => {
      if (call.action === 'GetLatestConfiguration' && bytes > 0) received.push(functionName);
    };
    if (service !== 'dynamodb')
      return forward(services[service as Exclude<Service, 'dynamodb'>] ?? '', target, response, onAnswer);
    const signed = await signCall(services.dynamodb, String(request.headers['x-amz-target']), String(body));
    forward(services.dynamodb.url, { ...target, headers: signed }, response, onAnswer);
  };
  const { port } = await listening(server);
  return {
    endpoint: (functionName, service) => `http://127.0.0.1:${port}/${functionName}/${service}`,
    allowed,
    calls,
    received,
    denied,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

const forward = (
  base: string,
  { url, method, headers, body }: ServiceRequest,
  response: ServerResponse,
  onAnswer: (bytes: number) => void,
): void => {
  const { host } = new URL(base);
  const onward = send(
    base + url,
    { method, headers: { ...headers, host, 'content-length': body.length } },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.on('end', () => onAnswer(bytes));
      answer.pipe(response);
    },
  );
  onward.on('error', () => response.destroy());
  onward.end(body);
};

type Written = { readonly Item?: Parameters<typeof itemBytes>[0] };

/** `permission`: what IAM calls it, of services whose requests do not name their action. */
const summary = (target: unknown, body: Buffer, permission = ':http'): Omit<Call, 'by'> => {
  const action = String(target).split('.')[1] ?? permission.split(':')[1] ?? '';
  if (!String(target).startsWith('DynamoDB')) return { action, items: 1, bytes: [] };
  const input: Written & {
    readonly TableName?: string;
    readonly TransactItems?: readonly { readonly Put?: Written }[];
  } = JSON.parse(body.toString());
  const items = [input, ...(input.TransactItems ?? []).map(({ Put }) => Put)].flatMap((part) =>
    part?.Item ? [part.Item] : [],
  );
  return {
    action,
    ...(input.TableName !== undefined && { table: input.TableName }),
    items: input.TransactItems?.length ?? 1,
    bytes: items.map(itemBytes),
  };
};

const refuse = (response: ServerResponse): void => {
  response
    .writeHead(403, {
      'content-type': 'application/x-amz-json-1.1',
      'x-amzn-errortype': 'AccessDeniedException',
    })
    .end('{"__type":"AccessDeniedException","message":"not allowed by the role"}');
};

const readAll = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
};

const listening = (server: Server): Promise<AddressInfo> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server.address() as AddressInfo));
  });
