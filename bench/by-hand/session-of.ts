import type { Item } from './aws.ts';

/** The answer for a stored session, field by field. */
export const sessionOf = (item: Item) => {
  const { routing } = item;
  return {
    id: item.id,
    object: 'checkout.session',
    amount: item.amount,
    currency: item.currency,
    status: item.payment_status === 'paid' ? 'complete' : 'open',
    client_secret: `${item.id}_secret`,
    created: item.created,
    payment_status: item.payment_status,
    capture_method: item.capture_method,
    routing_rule: routing.rule,
    success_url: item.success_url,
    cancel_url: item.cancel_url ?? null,
    country: item.country ?? null,
    expires_at: item.expires_at,
    livemode: item.livemode,
    charge: item.charge ?? null,
    next_action: item.next_action ?? null,
    last_payment_error: null,
    reference: item.reference ?? null,
    customer_email: item.customer_email ?? null,
    customer: null,
    billing_details: null,
    shipping: null,
    description: null,
    statement_descriptor: null,
    exemption: null,
    metadata: {},
    routing: {
      rule: routing.rule,
      version: routing.version,
      override: null,
      plan: routing.plan,
      skipped: [],
      draw: routing.draw,
      health: null,
      attempts: item.attempts.map(({ charge, psp, outcome, started, ended }: Item) => ({
        charge,
        psp,
        outcome: outcome ?? null,
        code: null,
        started,
        latency_ms: ended ? ended - started : null,
        settled_ms: ended ? ended - started : null,
      })),
    },
  };
};
