import { isDeepStrictEqual } from 'node:util';
import { keyId } from '../types/api-key.ts';
import { type Actor, type AuditAction, actorOf } from '../types/audit-entry.ts';
import type { Decision } from '../types/charge.ts';
import type {
  ChargeChange,
  Derivation,
  EndpointsChange,
  KeyChange,
  MethodChange,
  RuleChange,
  SessionChange,
  SwitchesChange,
} from '../types/record-change.ts';
import type { RuleVersion } from '../types/rule-version.ts';
import type { Step } from '../types/step.ts';
import { type Act, auditRow, type Done } from './audit-row.ts';

/** An audit entry for each action that a person or a program requested. Actions of recovery and PSPs have none. Pure. */
export const deriveAudit: Derivation = (change) => {
  switch (change.table) {
    case 'sessions':
      return entries({ ...change.after, at: change.at }, sessionActs(change));
    case 'charges':
      return entries({ ...change.after, at: change.at }, chargeActs(change));
    case 'rules': {
      const { rule, version, rev } = change.after;
      return entries(
        { id: `${rule}/${version}`, rev, livemode: change.livemode, at: change.at },
        ruleActs(change),
      );
    }
    case 'api_keys': {
      const { hash, livemode, revoked_at } = change.after;
      const rev = revoked_at === undefined ? 1 : 2;
      return entries({ id: hash, rev, livemode, at: change.at }, keyActs(change));
    }
    case 'webhook_endpoints':
    case 'psp_switches':
      return entries({ ...change, id: change.table, rev: change.after.rev }, [
        { ...change.act, action: change.table === 'psp_switches' ? switched(change) : endpointed(change) },
      ]);
    case 'payment_links':
      return entries({ ...change, ...change.after }, [
        { ...change.act, action: change.after.deleted ? 'payment_link.delete' : 'payment_link.create' },
      ]);
    case 'payment_methods':
      // One entry when it is stored and one when it is deleted, whatever a payment adds in between.
      return entries({ ...change, id: change.after.id, rev: 0 }, methodActs(change));
    case 'notes':
      return entries({ ...change, ...change.after }, [{ ...change.act, action: 'charge.note' }]);
    case 'exports':
      return entries({ ...change, ...change.after }, [{ ...change.act, action: 'export.create' }]);
    default:
      return change satisfies never;
  }
};

const entries = (done: Done, acts: readonly Act[]) => acts.map((act, index) => auditRow(done, act, index));

const timer: Actor = { type: 'system', id: 'settle-rule-versions' };

/** A write is named by its call and its number in that call. */
const callOf = (write: string): string => write.replace(/\.\d+$/, '');

const sessionActs = ({ before, after }: SessionChange): readonly Act[] =>
  before?.expired_by === undefined && after.expired_by !== undefined
    ? [
        {
          actor: actorOf(after.expired_by),
          action: 'checkout_session.expire',
          target: after.id,
          request_id: callOf(after.write),
        },
      ]
    : [];

const chargeActs = ({ before, after }: ChargeChange): readonly Act[] => {
  const act = (by: string, action: AuditAction, target = after.id, write = after.write): Act => ({
    actor: actorOf(by),
    action,
    target,
    request_id: callOf(write),
  });
  return [
    ...(['capture', 'cancel'] as const).flatMap((kind): readonly Act[] => {
      const operation = after[kind];
      return operation?.by === undefined || operation.id === before?.[kind]?.id
        ? []
        : [act(operation.by, `charge.${kind}`)];
    }),
    ...Object.values(after.refunds).flatMap(({ id, by, write }): readonly Act[] =>
      by === undefined || before?.refunds[id] !== undefined ? [] : [act(by, 'charge.refund', id, write)],
    ),
    ...(after.decisions ?? [])
      .filter((decision) => !before?.decisions?.some((known) => isSame(known, decision)))
      .map(({ by }) => act(by, 'charge.decide')),
    ...askedBy(before?.steps, after.steps).map((by) => act(by, 'charge.refresh')),
  ];
};

/** The callers who requested a look-up of the charge at the PSP. */
const askedBy = (before: readonly Step[] = [], after: readonly Step[] = []): readonly string[] =>
  after.flatMap(({ at_ms, what, by }) => {
    const isKnown = before.some((step) => step.at_ms === at_ms && step.by === by);
    return what === 'asked' && isCaller(by) && !isKnown ? [by] : [];
  });

const parts: readonly string[] = ['confirm', 'recovery', 'refresh'];

/** Not a part of this service. */
const isCaller = (by: string | undefined): by is string => by !== undefined && !parts.includes(by);

/** Compares without the stored response, which may have been added since. */
const isSame = ({ remembered: _, ...one }: Decision, { remembered: _other, ...other }: Decision): boolean =>
  isDeepStrictEqual(one, other);

/** Recorded when it comes into force, or as a draft that waits for approval. A version from before versions were stored has no author. */
const ruleActs = ({ before, after }: RuleChange): readonly Act[] => {
  const { rule: target, state, author, approved, request_id = null, open_since } = after;
  if (author === null) return [];
  const written = { actor: actorOf(author), target, request_id };
  if (before === undefined)
    return state === 'draft' && open_since === undefined
      ? [{ ...written, action: 'routing_rule.draft' }]
      : [];
  if (before.state !== 'draft') return rolloutActs(before, after);
  if (state !== 'published') return [];
  if (approved !== undefined)
    return [
      {
        actor: actorOf(approved.by),
        action: 'routing_rule.approve',
        target,
        request_id: approved.request_id ?? null,
      },
    ];
  return [{ ...written, action: publishedBy(after) }];
};

const publishedBy = ({ rollback, document }: RuleVersion): AuditAction => {
  if (document === null) return 'routing_rule.delete';
  return rollback ? 'routing_rule.roll_back' : 'routing_rule.publish';
};

/** A change of the share requested by a caller, or made by steps and guard on the author's behalf. */
const rolloutActs = (before: RuleVersion, { rule, rollout }: RuleVersion): readonly Act[] => {
  const changed = rollout?.changed;
  if (changed === undefined || isDeepStrictEqual(changed, before.rollout?.changed)) return [];
  const { cause, by, request_id = null } = changed;
  if (cause === 'rollback' || cause === 'reverted') return [];
  const actor = by === null ? timer : actorOf(by);
  return [{ actor, action: 'routing_rule.roll_out', target: rule, request_id }];
};

/**
 * Of a key's secrets, only the current one records that the key was revoked. If keys are written without `npm run keys` and the API, the actor is
 * recorded as `unknown`.
 */
const keyActs = ({ before, after }: KeyChange): readonly Act[] => {
  const act = (action: AuditAction, actor: Actor | undefined, request_id: string | undefined): Act => ({
    actor: actor ?? { type: 'user', id: 'unknown' },
    action,
    target: keyId(after),
    request_id: request_id ?? null,
  });
  const { rotated_at, request_id } = after;
  const made =
    rotated_at === undefined
      ? act('api_key.create', after.created_by, request_id)
      : act('api_key.rotate', after.rotated_by, request_id);
  const revoked = before?.revoked_at === undefined && after.revoked_at !== undefined;
  return [
    ...(before === undefined ? [made] : []),
    ...(revoked && after.ends_at === undefined
      ? [act('api_key.revoke', after.revoked_by, after.revoking_request_id)]
      : []),
  ];
};

/** The only change of an endpoint that this service itself makes is to disable it. */
const endpointed = ({ before, after, act: { actor, target } }: EndpointsChange): AuditAction => {
  const [was, is] = [before, after].map((image) => image?.endpoints.find(({ id }) => id === target));
  if (is === undefined) return 'webhook_endpoint.delete';
  if (was === undefined) return 'webhook_endpoint.create';
  if (is.generation !== was.generation) return 'webhook_endpoint.rotate';
  return actor.type === 'system' ? 'webhook_endpoint.disable' : 'webhook_endpoint.update';
};

const switched = ({ after: { switches }, act: { target } }: SwitchesChange): AuditAction =>
  switches.find(({ psp }) => psp === target)?.state === 'closed' ? 'routing_psp.close' : 'routing_psp.open';

const methodActs = ({ before, after, act }: MethodChange): readonly Act[] => {
  if (after.deleted) return before?.deleted ? [] : [{ ...act, action: 'payment_method.delete' }];
  return before === undefined ? [{ ...act, action: 'payment_method.create' }] : [];
};
