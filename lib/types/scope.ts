/** What an API key may be allowed to do. */
export const scopes = [
  'checkout:write',
  'checkout:read',
  'charges:read',
  'charges:write',
  'charges:decide',
  'refunds:write',
  'routing:read',
  'routing:write',
  'routing:approve',
] as const;

export type Scope = (typeof scopes)[number];
