import type { KeyClaim } from './idempotency-keys.ts';
import type { Journal } from './journal.ts';
import type { PspRequest, PspResponse, SimulatedPsp } from './simulated-psp.ts';

export type ExecuteDependencies = {
  readonly psp: SimulatedPsp;
  readonly journal: Journal;
  readonly onPayment: (payment: string) => void;
};

export type Executed = {
  readonly status: number;
  readonly body: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
};

/** The effect, and the answer stored under its key, reach the journal together. `instead`: answered, and stored, in its place. */
export const execute = (
  { psp, journal, onPayment }: ExecuteDependencies,
  claim: KeyClaim,
  request: PspRequest,
  run: (request: PspRequest) => PspResponse,
  instead?: PspResponse,
): Executed => {
  if (claim.kind === 'replay') {
    if (claim.answer.payment !== undefined) onPayment(claim.answer.payment);
    const { status, body } = claim.answer;
    return { status, body, headers: psp.idempotency.replay_headers };
  }
  const ran = claim.kind === 'answer' ? claim.answer : run(request);
  const given = claim.kind === 'answer' ? ran : (instead ?? ran);
  const body = given.body === undefined ? undefined : JSON.stringify(given.body);
  if (ran.payment !== undefined) onPayment(ran.payment);
  if (claim.kind === 'run')
    claim.keep(ran.payment === undefined ? given : { ...given, payment: ran.payment }, body);
  journal.flush();
  return { status: given.status, body, headers: given.headers ?? {} };
};
