export const scopes = [
  'checkout:write',
  'checkout:read',
  'charges:read',
  'charges:write',
  'charges:decide',
  'refunds:write',
  'notes:write',
  'routing:read',
  'routing:write',
  'routing:approve',
  'events:read',
  'webhooks:read',
  'webhooks:write',
  'disputes:read',
  'payment_methods:read',
  'payment_methods:write',
  'audit:read',
  'stats:read',
  'exports:write',
  'keys:write',
] as const;

export type Scope = (typeof scopes)[number];
