/** What somebody may do to money that is kept in the audit trail. */
export const auditActions = [
  'charge.capture',
  'charge.cancel',
  'charge.decide',
  'charge.refund',
  'checkout_session.expire',
] as const;

export type AuditAction = (typeof auditActions)[number];

/** Who did what to which object, and in which call. */
export type AuditEntry = {
  /** `aud_` + 26 characters, derived from the target, its revision and the action. */
  readonly id: string;
  readonly object: 'audit_entry';
  /** `id`: of the API key, as `npm run keys -- list` shows it. */
  readonly actor: { readonly type: 'api_key'; readonly id: string };
  readonly action: AuditAction;
  /** The session or charge, and for a refund the refund. */
  readonly target: string;
  readonly request_id: string;
  /** Unix seconds. */
  readonly created: number;
};
