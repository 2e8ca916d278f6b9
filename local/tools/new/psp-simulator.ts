import type { Name } from './name.ts';

export const simulator = ({
  snake,
  camel,
}: Name): string => `import type { PspAnswer, PspDefinition } from '../framework/simulated-psp.ts';

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
  create: () => ({
    // Not written yet: its calls.
    operations: [],
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
    ledger: () => ({ payments: [], refunds: [] }),
  }),
  signWebhook: notWritten('signWebhook'),
};

// Not written yet: the PSP's own error bodies.
const refusal = (status: number): PspAnswer => ({ status, body: {}, executed: false });
`;
