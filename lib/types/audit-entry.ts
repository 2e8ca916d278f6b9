/** The actions in the audit trail: everything that changes money, payment links, stored cards, rules, keys or webhook endpoints. */
export const auditActions = [
  'api_key.create',
  'api_key.revoke',
  'api_key.rotate',
  'charge.capture',
  'charge.cancel',
  'charge.decide',
  'charge.note',
  'charge.refresh',
  'charge.refund',
  'checkout_session.expire',
  'export.create',
  'payment_link.create',
  'payment_link.delete',
  'payment_method.create',
  'payment_method.delete',
  'routing_psp.close',
  'routing_psp.open',
  'routing_rule.approve',
  'routing_rule.delete',
  'routing_rule.draft',
  'routing_rule.publish',
  'routing_rule.roll_back',
  'routing_rule.roll_out',
  'webhook_endpoint.create',
  'webhook_endpoint.delete',
  'webhook_endpoint.disable',
  'webhook_endpoint.rotate',
  'webhook_endpoint.update',
] as const;

export type AuditAction = (typeof auditActions)[number];

/**
 * `api_key`: its id, as `npm run keys -- list` shows it. `user`: a person, identified at a command line by their name in AWS or on the machine, at
 * the console by their e-mail address. `system`: the part of this service.
 */
export const actorTypes = ['api_key', 'user', 'system'] as const;

export type Actor = { readonly type: (typeof actorTypes)[number]; readonly id: string };

/** The actor behind a caller's id: only people's ids contain an `@`. */
export const actorOf = (by: string): Actor => ({ type: by.includes('@') ? 'user' : 'api_key', id: by });

/** Who changed a record, and in which call. */
export type Author = Pick<AuditEntry, 'actor' | 'request_id'>;

/** Who did what to which object, and in which call. */
export type AuditEntry = {
  /** `aud_` + 26 characters, derived from the record that changed, its revision and the action. */
  readonly id: string;
  readonly object: 'audit_entry';
  readonly actor: Actor;
  readonly action: AuditAction;
  /** The id of the session, charge, refund, payment link, payment method, webhook endpoint, export or API key; the name of a rule or of a PSP account. */
  readonly target: string;
  /** Null if no API call caused it. */
  readonly request_id: string | null;
  /** Unix seconds. */
  readonly created: number;
};
