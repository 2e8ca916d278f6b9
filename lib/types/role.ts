import { type Scope, scopes } from './scope.ts';

/** The roles of a person at the console, from the least to the most powerful. */
export const roles = ['viewer', 'support', 'operator', 'admin'] as const;

export type Role = (typeof roles)[number];

const viewer: readonly Scope[] = [
  'checkout:read',
  'charges:read',
  'disputes:read',
  'routing:read',
  'stats:read',
  'events:read',
  'webhooks:read',
];

const support: readonly Scope[] = [
  ...viewer,
  'payment_methods:read',
  'audit:read',
  'refunds:write',
  'notes:write',
];

const operator: readonly Scope[] = [
  ...support,
  'checkout:write',
  'charges:write',
  'charges:decide',
  'routing:write',
  'webhooks:write',
  'payment_methods:write',
  'exports:write',
];

export const scopesOfRole: Readonly<Record<Role, readonly Scope[]>> = {
  viewer,
  support,
  operator,
  admin: scopes,
};

/** Whether this role sees customers' data and metadata masked. */
export const isMasked = (role: Role): boolean => role === 'viewer';
