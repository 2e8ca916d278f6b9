import type { Call } from '../http/call.ts';
import { respondOnce } from '../outbound-webhooks/change-endpoints.ts';
import type { PaymentMethodPorts } from '../payments/sessions/payment-methods.ts';
import { createPaymentMethods } from '../storage/payment-methods.ts';
import { createWebhookStore } from '../storage/webhook-store.ts';
import type { Author } from '../types/audit-entry.ts';
import type { PaymentMethods } from '../types/ports.ts';
import type { Result } from '../types/result.ts';
import { authorOf } from './author-of.ts';
import { storage } from './dynamodb.ts';
import { vault } from './vault.ts';

export const paymentMethods = (): PaymentMethods => {
  methods ??= createPaymentMethods(storage());
  return methods;
};

export const paymentMethodPorts = (): PaymentMethodPorts => ({
  methods: paymentMethods(),
  manage: async (request) => {
    const known = vault();
    if (!known) throw new Error('This environment has no vault.');
    // Storing and deleting may be repeated, and whoever waits in vain for the function to start finds it started.
    return known.manage(request).catch(() => known.manage(request));
  },
});

/** One change by a caller, who is stored with it, and the response under the caller's idempotency key. */
export const changePaymentMethod = async <Changed>(
  call: ChangingCall,
  target: string,
  change: (ports: PaymentMethodPorts & { readonly by: Author }) => Promise<Changed>,
  render: (changed: Changed) => object,
): Promise<Result> => {
  const asked = await call.idempotent(target);
  return respondOnce(createWebhookStore(storage()), asked?.idempotency, async () => {
    const changed = await change({ ...paymentMethodPorts(), by: authorOf(call) });
    return { status: 200, body: JSON.stringify(render(changed)) };
  });
};

type ChangingCall = Pick<Call, 'idempotent' | 'request_id' | 'by'>;

let methods: PaymentMethods | undefined;
