import { isDeepStrictEqual } from 'node:util';
import type { AuditAction, AuditEntry } from '../types/audit-entry.ts';
import type { ChargeChange, Derivation, SessionChange } from '../types/record-change.ts';
import { derivedId } from './derived-id.ts';

/** Who did something in a change, and the write that names the call. */
type Act = {
  readonly by: string;
  readonly action: AuditAction;
  readonly target: string;
  readonly write: string;
};

/** An entry for each change of money that somebody asked for. What recovery and PSPs do is nobody's act. Pure. */
export const deriveAudit: Derivation = (change) => {
  const acts = change.table === 'sessions' ? sessionActs(change) : chargeActs(change);
  return acts.map(({ by, action, target, write }, index) => {
    const { id, rev, livemode } = change.after;
    const entry: AuditEntry = {
      id: derivedId('aud', id, rev, action, target, index),
      object: 'audit_entry',
      actor: { type: 'api_key', id: by },
      action,
      target,
      request_id: write.replace(/\.\d+$/, ''),
      created: Math.floor(change.at / 1000),
    };
    return {
      id: entry.id,
      kind: 'audit_entry',
      rev,
      created_ms: change.at,
      facets: { type: action, actor: by, object: target, livemode },
      body: JSON.stringify(entry),
    };
  });
};

const sessionActs = ({ before, after }: SessionChange): readonly Act[] =>
  before?.expired_by === undefined && after.expired_by !== undefined
    ? [{ by: after.expired_by, action: 'checkout_session.expire', target: after.id, write: after.write }]
    : [];

const chargeActs = ({ before, after }: ChargeChange): readonly Act[] => [
  ...(['capture', 'cancel'] as const).flatMap((kind): readonly Act[] => {
    const operation = after[kind];
    return operation?.by === undefined || operation.id === before?.[kind]?.id
      ? []
      : [{ by: operation.by, action: `charge.${kind}`, target: after.id, write: after.write }];
  }),
  ...Object.values(after.refunds).flatMap(({ id, by, write }): readonly Act[] =>
    by === undefined || before?.refunds[id] !== undefined
      ? []
      : [{ by, action: 'charge.refund', target: id, write }],
  ),
  ...(after.decisions ?? [])
    .filter((decision) => !before?.decisions?.some((known) => isDeepStrictEqual(known, decision)))
    .map(({ by }): Act => ({ by, action: 'charge.decide', target: after.id, write: after.write })),
];
