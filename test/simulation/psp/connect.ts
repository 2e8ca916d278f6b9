import type {
  Attempt,
  AuthorizationAnswer,
  Call,
  FenceAnswer,
  LookUpAnswer,
  Operation,
  OperationAnswer,
  OperationLookUp,
  Psp,
  PspEvent,
} from '../../../lib/types/psp.ts';
import type { Process } from '../process.ts';
import type { World } from '../world.ts';
import type { CallKind } from './call-kind.ts';
import type { PspServer } from './create-server.ts';
import { type Exchange, exchange } from './exchange.ts';
import { lookUpRefund, operate } from './operate.ts';

/** The port as one process sees it: every call may find its process dead or frozen before it goes out and when the answer is there. */
export const connectPsp = (world: World, server: PspServer, process: Process): Psp => {
  const { account } = server.profile;
  const { capabilities } = account;
  const call = <Answer extends { readonly outcome: string }>(
    kind: CallKind,
    attempt: Attempt,
    operation: Operation | undefined,
    { timeout_ms }: Call,
    request: Omit<Exchange<Answer>, 'timeout_ms'>,
  ): Promise<Answer> =>
    new Promise((resolve) => {
      world.checker.called(process, { psp: account.id, kind, attempt, operation, timeout_ms });
      process.leave(() =>
        exchange(world, { ...request, timeout_ms }, (answer) =>
          process.resume(() => {
            world.note(
              `${process.id} ${kind} ${account.id} ${operation?.id ?? attempt.reference} ${answer.outcome}`,
            );
            world.checker.pspAnswered(process, {
              psp: account.id,
              kind,
              attempt,
              operation,
              outcome: answer.outcome,
            });
            resolve(answer);
          }),
        ),
      );
    });
  const move =
    (kind: 'capture' | 'cancel' | 'refund') => (attempt: Attempt, operation: Operation, limits: Call) =>
      call<OperationAnswer>(kind, attempt, operation, limits, {
        moves: `${kind}/${operation.id}`,
        begin: () => server.keyed.begin(`${kind}/${operation.id}`),
        arrive: (fate, began) => operate(world, server, kind, attempt.reference, operation, fate, began),
        unknown: (doubt) => ({ outcome: 'unknown', doubt }),
        refused: (reason) => ({ outcome: 'failed', reason }),
      });
  const called = world.time.now;
  return {
    ...account,
    authorize: (attempt, _, limits) => {
      const since = called();
      return call<AuthorizationAnswer>('authorize', attempt, undefined, limits, {
        moves: `authorize/${attempt.reference}`,
        begin: () => server.keyed.begin(attempt.reference),
        arrive: (fate, began) =>
          server.authorize(attempt, world.checker.firstCalled(attempt.reference) ?? since, fate, began),
        unknown: (doubt) => ({ outcome: 'unknown', doubt }),
        refused: (outcome) => ({ outcome }),
      });
    },
    canComplete: ({ result }) => result !== undefined,
    completeAuthentication: (attempt, params, limits) =>
      call<LookUpAnswer>('complete', attempt, undefined, limits, {
        moves: `complete/${attempt.reference}`,
        arrive: (fate) => spoilt(fate, server.complete(attempt.reference, params.result === 'approved')),
        unknown: (doubt) => ({ outcome: 'unknown', doubt }),
      }),
    ...(capabilities.look_up
      ? {
          lookUp: (attempt: Attempt, limits: Call) =>
            call<LookUpAnswer>('look_up', attempt, undefined, limits, {
              moves: undefined,
              arrive: (fate) => spoilt(fate, server.lookUp(attempt.reference)),
              unknown: (doubt) => ({ outcome: 'unknown', doubt }),
            }),
        }
      : {}),
    ...(capabilities.fence
      ? {
          fence: (attempt: Attempt, limits: Call) =>
            call<FenceAnswer>('fence', attempt, undefined, limits, {
              moves: undefined,
              arrive: (fate) =>
                fate === 'error_before' ? ambiguous : spoilt(fate, server.fence(attempt.reference)),
              unknown: (doubt) => ({ outcome: 'unknown', doubt }),
            }),
        }
      : {}),
    capture: move('capture'),
    cancel: move('cancel'),
    refund: move('refund'),
    ...(capabilities.refund.look_up
      ? {
          lookUpRefund: (attempt: Attempt, operation: Operation, limits: Call) =>
            call<OperationLookUp>('look_up_refund', attempt, operation, limits, {
              moves: undefined,
              arrive: (fate) => spoilt<OperationLookUp>(fate, lookUpRefund(world, server, operation.id)),
              unknown: (doubt) => ({ outcome: 'unknown', doubt }),
            }),
        }
      : {}),
    // The delivery carries its event beside the bytes: signatures and formats are the adapters' own tests.
    readWebhook: (webhook) => Promise.resolve({ ok: true, events: [(webhook as SimulatedWebhook).event] }),
  };
};

export type SimulatedWebhook = Parameters<Psp['readWebhook']>[0] & { readonly event: PspEvent };

const ambiguous = { outcome: 'unknown', doubt: 'ambiguous_error' } as const;

const spoilt = <Answer>(fate: string, answer: Answer): Answer | typeof ambiguous =>
  fate === 'normal' ? answer : ambiguous;
