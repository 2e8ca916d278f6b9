import type { Item } from './aws.ts';

/** The answer for a stored session, by the names it is known to have. */
export const sessionOf = (item: Item) => {
  const routing = item.routing?.M ?? {};
  const status = item.payment_status?.S;
  return {
    id: item.id?.S,
    object: 'checkout.session',
    amount: Number(item.amount?.N),
    currency: item.currency?.S,
    status: status === 'paid' ? 'complete' : 'open',
    client_secret: `${item.id?.S}_secret`,
    created: Number(item.created?.N),
    payment_status: status,
    capture_method: item.capture_method?.S,
    routing_rule: routing.rule?.S,
    success_url: item.success_url?.S,
    cancel_url: item.cancel_url?.S ?? null,
    country: item.country?.S ?? null,
    expires_at: Number(item.expires_at?.N),
    livemode: item.livemode?.BOOL,
    charge: item.charge?.S ?? null,
    next_action: item.next_action?.S ?? null,
    last_payment_error: null,
    reference: item.reference?.S ?? null,
    customer_email: item.customer_email?.S ?? null,
    customer: null,
    billing_details: null,
    shipping: null,
    description: null,
    statement_descriptor: null,
    exemption: null,
    metadata: {},
    routing: {
      rule: routing.rule?.S,
      version: Number(routing.version?.N),
      override: null,
      plan: routing.plan?.L?.map(({ S }) => S),
      skipped: [],
      draw: routing.draw?.L?.map(({ L = [] }) => [L[0]?.S, Number(L[1]?.N)]),
      health: null,
      attempts: item.attempts?.L?.map(({ M = {} }) => ({
        charge: M.charge?.S,
        psp: M.psp?.S,
        outcome: M.outcome?.S ?? null,
        code: null,
        started: Number(M.started?.N),
        latency_ms: M.ended ? Number(M.ended.N) - Number(M.started?.N) : null,
      })),
    },
  };
};
