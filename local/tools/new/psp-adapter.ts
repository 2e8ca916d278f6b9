import type { Name } from './name.ts';

/** The files of an adapter, by their names. */
export const adapterFiles = (name: Name): Readonly<Record<string, string>> => ({
  [`${name.kebab}.ts`]: adapter(name),
  'capabilities.ts': capabilities,
  'connection.ts': connection(name),
  'error-outcomes.ts': errorOutcomes,
  'authorize.ts': authorize(name),
  'payment.ts': payment(name),
  'operations.ts': operations(name),
  'read-webhook.ts': readWebhook(name),
  'examine-account.ts': examineAccount(name),
});

const adapter = ({ camel, pascal }: Name): string => `import type { PspAdapter } from '../psp-adapter.ts';
import { authorize, tokenKind } from './authorize.ts';
import { capabilities } from './capabilities.ts';
import { connect${pascal} } from './connection.ts';
import { errorOutcomes } from './error-outcomes.ts';
import { cancel, capture, refund } from './operations.ts';
import { completeAuthentication } from './payment.ts';
import { readWebhook } from './read-webhook.ts';

// Not written yet: lookUp, fence and lookUpRefunds, as far as the PSP can do them.
export const ${camel}: PspAdapter = {
  capabilities,
  lists: (code) => Object.hasOwn(errorOutcomes, code),
  connect: (account, http) => {
    const connection = connect${pascal}(account, http);
    return {
      id: account.id,
      psp: account.psp,
      capabilities,
      authorize: (...call) => authorize(connection, ...call),
      tokenKind,
      completeAuthentication: (...call) => completeAuthentication(connection, ...call),
      capture: (...call) => capture(connection, ...call),
      cancel: (...call) => cancel(connection, ...call),
      refund: (...call) => refund(connection, ...call),
      readWebhook: (webhook) => readWebhook(connection, account, webhook),
    };
  },
};
`;

const capabilities = `import type { Capabilities } from '../../types/capabilities.ts';

// Not written yet: what the PSP's own documentation says. Until then it can do as little as a PSP can.
export const capabilities: Capabilities = {
  amounts: { currencies: ['eur'], exponents: {}, multiples: {}, minima: {}, maximum: 99_999_999 },
  brands: ['mastercard', 'visa'],
  card: true,
  card_without_cvc: false,
  psp_token: false,
  wallets: [],
  three_d_secure: false,
  requests_challenge: false,
  network_transaction_id: false,
  statement_descriptor: null,
  capture: { manual: false, partial: false },
  idempotency: { kind: 'none', window_ms: 0 },
  look_up: null,
  fence: null,
  refund: { result: 'synchronous', look_up: false },
};
`;

const connection = ({
  pascal,
}: Name): string => `import type { PspAccount } from '../../types/psp-account.ts';
import type { HttpTransport } from '../../types/transport.ts';
import { exchangeJson, type JsonReply } from '../exchange-json.ts';

export type ${pascal}Connection = {
  readonly get: (path: string, timeout_ms: number) => Promise<JsonReply>;
  readonly post: (
    path: string,
    body: { readonly [field: string]: unknown },
    timeout_ms: number,
  ) => Promise<JsonReply>;
};

export const connect${pascal} = (account: PspAccount, http: HttpTransport): ${pascal}Connection => {
  // Not written yet: how a request carries the account's key, and its own idempotency key.
  const headers = (api_key: string) => ({ authorization: \`Bearer \${api_key}\` });
  return {
    get: (path, timeout_ms) => exchangeJson(account, http, { method: 'GET', path, headers, timeout_ms }),
    post: (path, body, timeout_ms) =>
      exchangeJson(account, http, { method: 'POST', path, headers, body, timeout_ms }),
  };
};
`;

const errorOutcomes = `import type { Decline } from '../../types/outcome.ts';

// Not written yet: the PSP's codes, each with its outcome.
export const errorOutcomes: Readonly<Record<string, Decline>> = {};
`;

const authorize = ({ snake, pascal }: Name): string => `import type { Psp } from '../../types/psp.ts';
import type { ${pascal}Connection } from './connection.ts';

export const authorize = async (
  _connection: ${pascal}Connection,
  ..._call: Parameters<Psp['authorize']>
): ReturnType<Psp['authorize']> => {
  throw new Error('${snake}: authorize is not written yet');
};

export const tokenKind: Psp['tokenKind'] = () => {
  throw new Error('${snake}: tokenKind is not written yet');
};
`;

const payment = ({ snake, pascal }: Name): string => `import type { Psp } from '../../types/psp.ts';
import type { ${pascal}Connection } from './connection.ts';

export const completeAuthentication = async (
  _connection: ${pascal}Connection,
  ..._call: Parameters<Psp['completeAuthentication']>
): ReturnType<Psp['completeAuthentication']> => {
  throw new Error('${snake}: completeAuthentication is not written yet');
};

/** What a payment says about its card and the checks of it. */
export const readParticulars = (_payment: unknown): object => {
  throw new Error('${snake}: readParticulars is not written yet');
};
`;

const operations = ({
  snake,
  pascal,
}: Name): string => `import type { Attempt, Call, Operation, OperationAnswer } from '../../types/psp.ts';
import type { ${pascal}Connection } from './connection.ts';

type Operate = (
  connection: ${pascal}Connection,
  attempt: Attempt,
  operation: Operation,
  call: Call,
) => Promise<OperationAnswer>;

export const capture: Operate = async () => {
  throw new Error('${snake}: capture is not written yet');
};

export const cancel: Operate = async () => {
  throw new Error('${snake}: cancel is not written yet');
};

export const refund: Operate = async () => {
  throw new Error('${snake}: refund is not written yet');
};
`;

const readWebhook = ({
  snake,
  pascal,
}: Name): string => `import type { InboundWebhook, WebhookReading } from '../../types/psp.ts';
import type { PspAccount } from '../../types/psp-account.ts';
import type { ${pascal}Connection } from './connection.ts';

export const readWebhook = async (
  _connection: ${pascal}Connection,
  _account: PspAccount,
  _webhook: InboundWebhook,
): Promise<WebhookReading> => {
  throw new Error('${snake}: readWebhook is not written yet');
};

/** Types of the events that mean anything here. */
export const eventsRead: readonly string[] = []; // not written yet
`;

const examineAccount = ({
  pascal,
}: Name): string => `import type { ExamineAccount } from '../../types/examination.ts';
import { missing } from '../findings.ts';

export const examine${pascal}: ExamineAccount = async () => [
  missing('how its account is examined is not written yet'),
];
`;
