import type { Name } from './name.ts';

/** The files of a simulator, by their names. */
export const simulatorFiles = (name: Name): Readonly<Record<string, string>> => ({
  [`${name.kebab}.ts`]: simulator(name),
  'books.ts': books(name),
  'requests.ts': requests,
  'payments.ts': payments(name),
  'report.ts': report(name),
});

const simulator = ({
  snake,
  camel,
  pascal,
}: Name): string => `import { readLedger } from '../framework/ledger.ts';
import type { PspDefinition, SimulatedPsp, SimulatorContext } from '../framework/simulated-psp.ts';
import { open${pascal}Books } from './books.ts';
import { paymentOperations } from './payments.ts';
import { readReport, writeReport } from './report.ts';
import { refusal } from './requests.ts';

const credentials = {
  api_key: '${snake}_simulated_key',
  webhook_secrets: ['${snake}_simulated_webhook_secret'],
  settings: {},
};

const notWritten = (part: string) => (): never => {
  throw new Error(\`the simulator of ${snake}: \${part} has to be written first\`);
};

export const ${camel}: PspDefinition = {
  id: '${snake}',
  base_path: '',
  credentials,
  create: (context) => create${pascal}(context),
  readReport,
  signWebhook: notWritten('signWebhook'),
};

const create${pascal} = (context: SimulatorContext): SimulatedPsp => {
  const books = open${pascal}Books(context);
  return {
    operations: paymentOperations(books),
    idempotency: {
      keyOf: () => undefined,
      window_ms: 0,
      keeps: () => false,
      replay_headers: {},
      inFlight: notWritten('inFlight'),
    },
    authenticate: notWritten('authenticate'),
    headers: () => ({}),
    refusals: {
      unknownPath: () => refusal(404),
      unauthorized: () => refusal(401),
      rateLimited: () => refusal(429),
      accountRefused: (call) => (call === 'authorize' ? refusal(403) : undefined),
      serverError: (executed) => ({ ...refusal(500), executed }),
    },
    runJob: notWritten('runJob'),
    completeChallenge: () => undefined,
    dashboard: notWritten('dashboard'),
    ledger: () => readLedger(books.payments.values(), books.refunds.values(), {}),
    report: () => writeReport(books),
  };
};
`;

const books = ({ pascal }: Name): string => `import type { Collection } from '../framework/journal.ts';
import type { Payment, Refund } from '../framework/payment.ts';
import type { SimulatorContext } from '../framework/simulated-psp.ts';

// Not written yet: what else it keeps, and its payments and events as its calls show them.
export type ${pascal}Books = {
  readonly context: SimulatorContext;
  readonly payments: Collection<Payment>;
  /** By payment. */
  readonly refunds: Collection<Refund>;
};

export const open${pascal}Books = (context: SimulatorContext): ${pascal}Books => ({
  context,
  payments: context.journal.collection<Payment>('payments'),
  refunds: context.journal.collection<Refund>('refunds', ({ payment }) => payment),
});
`;

const requests = `import type { PspAnswer } from '../framework/simulated-psp.ts';

// Not written yet: the bodies it takes, and its own error bodies.
export const refusal = (status: number): PspAnswer => ({ status, body: {}, executed: false });
`;

const payments = ({
  pascal,
}: Name): string => `import type { Operation } from '../framework/simulated-psp.ts';
import type { ${pascal}Books } from './books.ts';

// Not written yet: its calls.
export const paymentOperations = (_books: ${pascal}Books): readonly Operation[] => [];
`;

const report = ({
  snake,
  pascal,
}: Name): string => `import type { ReadReport } from '../../reconcile/movement.ts';
import type { ${pascal}Books } from './books.ts';

/** Everything in the books as the PSP's own report has it. */
export const writeReport = (_books: ${pascal}Books): string => {
  throw new Error('the report of ${snake} is not written yet');
};

/** Reads that report, and the real PSP's. */
export const readReport: ReadReport = () => {
  throw new Error('the reader of reports of ${snake} is not written yet');
};
`;
