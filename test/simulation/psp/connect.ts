import type {
  AnyMethodPsp,
  Attempt,
  AuthorizationResult,
  Call,
  CancelByReferenceResult,
  CaptureFound,
  LookUpResult,
  Operation,
  OperationResult,
  Psp,
  RefundsFound,
  Unknown,
} from '../../../lib/types/psp.ts';
import type { HttpTransport } from '../../../lib/types/transport.ts';
import { slotMark } from '../../../lib/vault-protocol/slots.ts';
import { throughVault } from '../../../lib/vault-protocol/through-vault.ts';
import type { Process } from '../process.ts';
import type { SimulatedVault } from '../vault/simulated-vault.ts';
import { baseUrlOf, readResponse, toRequest } from '../vault/slotted-request.ts';
import type { World } from '../world.ts';
import type { CallKind } from './call-kind.ts';
import { captureFor } from './captures-of.ts';
import { completionRefused } from './completion-refused.ts';
import { type Exchange, exchange, type Refusal } from './exchange.ts';
import type { Fate } from './keyed.ts';
import { operate } from './operate.ts';
import { prepare } from './prepare.ts';
import type { PspServer } from './psp-server.ts';

/** The port as one process sees it: every call may find its process dead or frozen before it goes out and when the answer is there. */
export const connectPsp = (
  world: World,
  server: PspServer,
  process: Process,
  vault?: SimulatedVault,
): AnyMethodPsp => {
  const { id } = server.profile.account;
  const account = { id, base_url: baseUrlOf(id) };
  const http = () => Promise.reject(new Error('Only cards in the vault are paid by HTTP here.'));
  return throughVault({ vault: vault?.reachedFrom(process), account, http, clock: process }, (toVault) =>
    connectDirectly(world, server, process, toVault),
  );
};

const connectDirectly = (world: World, server: PspServer, process: Process, toVault: HttpTransport): Psp => {
  const { account, completes, reports_authentication = false } = server.profile;
  const { capabilities } = account;
  const call = <Answer extends { readonly outcome: string; readonly amount?: number }>(
    kind: CallKind,
    attempt: Attempt,
    operation: Operation | undefined,
    { timeout_ms }: Call,
    request: Omit<Exchange<Answer>, 'timeout_ms' | 'hangs'>,
    before?: (send: (timeout_ms: number) => void, end: (answer: Answer) => void) => void,
  ): Promise<Answer> =>
    new Promise((resolve) => {
      const about = { psp: account.id, kind, attempt, operation };
      world.checker.called(process, { ...about, timeout_ms });
      const end = (answer: Answer): void =>
        process.resume(() => {
          const subject = operation?.id ?? attempt.reference;
          world.note(`${process.id} ${kind} ${account.id} ${subject} ${answer.outcome}`);
          world.checker.pspAnswered(process, {
            ...about,
            outcome: answer.outcome,
            amount: answer.amount,
            refuses_details: 'refuses_details' in answer,
          });
          resolve(answer);
        });
      const send = (left_ms: number): void =>
        exchange(world, { ...request, timeout_ms: left_ms, hangs: server.hangs() }, end);
      process.leave(() => (before ? before(send, end) : send(timeout_ms)));
    });
  const question = <Answer extends { readonly outcome: string }>(
    kind: CallKind,
    attempt: Attempt,
    limits: Call,
    ask: () => Answer,
  ): Promise<Answer | Unknown> =>
    call<Answer | Unknown>(kind, attempt, undefined, limits, {
      moves: undefined,
      arrive: (fate) => spoilt(fate, ask),
      unknown,
    });
  const move =
    (kind: 'capture' | 'cancel' | 'refund') => (attempt: Attempt, operation: Operation, limits: Call) =>
      call<OperationResult>(kind, attempt, operation, limits, {
        moves: `${kind}/${operation.id}`,
        begin: () => server.keyed.begin(`${kind}/${operation.id}`),
        arrive: (fate, began) => operate(world, server, kind, attempt.reference, operation, fate, began),
        unknown,
        refused: (reason) => ({ outcome: 'failed', reason }),
      });
  return {
    ...account,
    authorize: async (attempt, { challenge = false, payment_method }, limits) => {
      if (payment_method.type === 'card' && payment_method.card.number.reveal().startsWith(slotMark)) {
        const about = { psp: account.id, kind: 'authorize', attempt, operation: undefined } as const;
        world.checker.called(process, { ...about, ...limits });
        const { card } = payment_method;
        const note = world.faults.hits('slot_misplaced') ? card.number.reveal() : '';
        const answer = readResponse(
          await toVault(toRequest(account.id, attempt, { card, challenge, note }, limits)),
        );
        world.note(`${process.id} authorize ${account.id} ${attempt.reference} by vault ${answer.outcome}`);
        world.checker.pspAnswered(process, {
          ...about,
          outcome: answer.outcome,
          amount: undefined,
          refuses_details: 'refuses_details' in answer,
        });
        return answer;
      }
      const since = world.time.now();
      const prepares = server.profile.prepares !== undefined && world.faults.enabled.includes('call_cut');
      const request: Omit<Exchange<AuthorizationResult>, 'timeout_ms' | 'hangs'> = {
        moves: `authorize/${attempt.reference}`,
        begin: () => server.keyed.begin(attempt.reference),
        key_ms: server.keyed.key_ms,
        arrive: (fate, began) =>
          server.authorize(
            attempt,
            { called: world.checker.firstCalled(attempt.reference) ?? since, challenge },
            fate,
            began,
          ),
        unknown,
        refused: (outcome) => ({ outcome }),
      };
      const of = { reference: attempt.reference, timeout_ms: limits.timeout_ms };
      return call<AuthorizationResult>(
        'authorize',
        attempt,
        undefined,
        limits,
        request,
        prepares ? (send, end) => prepare(world, server, process, of, { send, end }) : undefined,
      );
    },
    canComplete: ({ result }) => reports_authentication || result !== undefined,
    tokenKind,
    completeAuthentication: (attempt, params, limits) =>
      call<LookUpResult>('complete', attempt, undefined, limits, {
        moves: completes ? `complete/${attempt.reference}` : undefined,
        arrive: (fate) => spoilt(fate, () => server.complete(attempt.reference, params)),
        unknown,
        refused: (outcome) => (completes ? refusedCompletion(outcome) : { outcome }),
      }),
    ...(capabilities.look_up
      ? {
          lookUp: (attempt: Attempt, limits: Call) =>
            question<LookUpResult>('look_up', attempt, limits, () =>
              server.lookUp(attempt.reference, attempt.psp_reference),
            ),
        }
      : {}),
    ...(capabilities.cancel_by_reference
      ? {
          cancelByReference: (attempt: Attempt, limits: Call) =>
            question<CancelByReferenceResult>('fence', attempt, limits, () =>
              server.cancelByReference(attempt.reference),
            ),
        }
      : {}),
    capture: move('capture'),
    cancel: move('cancel'),
    refund: move('refund'),
    ...(capabilities.refund.look_up
      ? {
          lookUpRefunds: (attempt: Attempt, limits: Call) =>
            question<RefundsFound>('look_up_refunds', attempt, limits, () =>
              server.lookUpRefunds(attempt.reference),
            ),
        }
      : {}),
    ...(capabilities.refund.per_capture
      ? {
          findCapture: (attempt: Attempt, operation: Operation, limits: Call) =>
            call<CaptureFound>('find_capture', attempt, undefined, limits, {
              moves: undefined,
              arrive: (fate) =>
                fate === 'normal' ? reportCapture(server, attempt, operation) : unknown('ambiguous_error'),
              unknown,
            }),
        }
      : {}),
    // The delivery carries its event beside the bytes: signatures and formats are the adapters' own tests.
  };
};

const reportCapture = (
  { paymentOf }: PspServer,
  { reference }: Attempt,
  operation: Operation,
): CaptureFound => {
  const payment = paymentOf(reference);
  const found = payment && captureFor(payment, operation);
  return found
    ? { outcome: 'found', of: found.of, amount: found.left }
    : { outcome: 'failed', reason: 'invalid_request', code: 'capture_missing' };
};

const tokenKind: Psp['tokenKind'] = (token) => {
  if (token.startsWith('stored_')) return 'stored';
  return token.startsWith('once_') ? 'single_use' : undefined;
};

/** What is not about our rate is a no to the payment itself, at a PSP where only our call completes it. */
const refusedCompletion = (outcome: Refusal): LookUpResult =>
  outcome === 'psp_unavailable'
    ? { outcome, code: completionRefused, refuses_completion: true }
    : { outcome };

const unknown = (doubt: Unknown['doubt']) => ({ outcome: 'unknown', doubt }) as const;

/** An error of the PSP's own software, before or after it did what was asked, or an answer that cannot be read. */
const spoilt = <Answer>(fate: Fate, answer: () => Answer): Answer | Unknown => {
  if (fate === 'error_before') return unknown('ambiguous_error');
  const given = answer();
  return fate === 'normal' ? given : unknown('ambiguous_error');
};
