import type { PaymentPorts } from '../../../lib/payments/payment-ports.ts';
import { capabilities as adyen } from '../../../lib/psp/adyen/capabilities.ts';
import { capabilities as stripe } from '../../../lib/psp/stripe/capabilities.ts';
import type { LogRecord } from '../../../lib/types/ports.ts';
import type { AnyMethodPsp, Psp } from '../../../lib/types/psp.ts';
import {
  createMemoryPaymentStore,
  type MemoryPaymentStore,
} from '../../../local/memory/memory-payment-store.ts';

/** Whether the PSP has a look-up, and the time in Unix milliseconds. */
export type World = { readonly look_up: boolean; readonly now: number };

/** The ports of the engine in a world where no time passes. `said`: what was reported. */
export const portsIn = (
  { look_up, now }: World,
  {
    store = createMemoryPaymentStore(),
    psp,
  }: { readonly store?: MemoryPaymentStore; readonly psp?: Partial<Psp> } = {},
): PaymentPorts & { readonly said: LogRecord[] } => {
  const capabilities = look_up ? stripe : adyen;
  const said: LogRecord[] = [];
  let ids = 0;
  const connected = { ...psp, id: 'psp_1', psp: 'stripe', capabilities } as unknown as AnyMethodPsp;
  return {
    said,
    store,
    psps: {
      accounts: [{ id: 'psp_1', psp: 'stripe', capabilities }],
      connect: (id) => (id === 'psp_1' ? connected : undefined),
    },
    clock: { now: () => now, sleep: async () => {} },
    newId: (prefix) => `${prefix}_${String(++ids).padStart(26, '0')}`,
    newWrite: () => `w.${++ids}`,
    log: (event) => void said.push(event),
    render: () => ({ status: 200, body: '' }),
    releaseCvc: async () => {},
    deadline: now + 29_000,
    recovery: { schedule_s: [60, 300, 1_800, 7_200, 86_400], shards: 1 },
  };
};
