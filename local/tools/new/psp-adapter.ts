import type { Name } from './name.ts';

export const adapter = ({
  snake,
  camel,
}: Name): string => `import type { PspAdapter } from '../psp-adapter.ts';
import { capabilities } from './capabilities.ts';

export const ${camel}: PspAdapter = {
  capabilities,
  lists: () => notWritten('lists')(),
  connect: ({ id, psp }) => ({
    id,
    psp,
    capabilities,
    authorize: notWritten('authorize'),
    tokenKind: notWritten('tokenKind'),
    completeAuthentication: notWritten('completeAuthentication'),
    capture: notWritten('capture'),
    cancel: notWritten('cancel'),
    refund: notWritten('refund'),
    readWebhook: notWritten('readWebhook'),
  }),
};

const notWritten = (method: string) => (): never => {
  throw new Error(\`${snake}: \${method} has to be written first\`);
};
`;

export const capabilities = `import type { Capabilities } from '../../types/capabilities.ts';

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
