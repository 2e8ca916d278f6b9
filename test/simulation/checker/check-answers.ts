import type { Remembered } from '../../../lib/types/records.ts';
import type { Idempotency } from '../../../lib/types/result.ts';
import type { Process } from '../process.ts';
import { type Facts, unreadableRecord } from './facts.ts';
import { searchForCard } from './search-for-card.ts';

export type Asked = {
  readonly endpoint: string;
  readonly target: string;
  readonly idempotency?: Idempotency | undefined;
  readonly returns?: boolean | undefined;
  /** Accounts the function knows of. */
  readonly accounts?: readonly string[];
};
export type Answered = Asked & { readonly status: number; readonly body: string };

export type AnswerChecks = {
  readonly asked: (process: Process, asked: Asked) => void;
  readonly answered: (process: Process, answered: Answered) => void;
};

/** What is answered under a key is answered for ever, and what is said of money is so. */
export const createAnswerChecks = (facts: Facts, createdUnder: ReadonlyMap<string, string>): AnswerChecks => {
  const since = new Map<string, number>();
  const first = new Map<string, { readonly at: number; readonly body: string; readonly status: number }>();

  const checkKey = (process: Process, { endpoint, target, idempotency, status, body }: Answered): void => {
    if (!idempotency) return;
    const { key, hash } = idempotency;
    const remembered = find(facts, createdUnder, endpoint, target, key);
    const given = first.get(key);
    const name = `${endpoint} ${target} under ${key}`;
    if (status === 503) return;
    if (remembered && remembered.hash !== hash) {
      if (status !== 422) facts.violate(5, `${name}: another body was answered ${status}`);
      return;
    }
    if (
      given &&
      (since.get(process.id) ?? 0) >= given.at &&
      (given.status !== status || given.body !== body)
    ) {
      facts.violate(5, `${name}: first ${given.status} ${given.body}, then ${status} ${body}`);
      return;
    }
    if (!isResult(status, body) || !remembered) return;
    if (given && given.body !== body) facts.violate(5, `${name}: two answers, ${given.body} and ${body}`);
    if (!given) first.set(key, { at: facts.now(), body, status });
    if (remembered.answer?.body !== body || remembered.answer.status !== status)
      facts.violate(5, `${name}: answered ${status} ${body} but remembered ${remembered.answer?.body}`);
  };

  return {
    asked: (process) => {
      since.set(process.id, facts.now());
    },
    answered: (process, answered) => {
      // A PSP's event about a record that cannot be read is held.
      const unreadable = answered.endpoint !== 'webhook' && answered.body.includes(unreadableRecord);
      if (answered.status === 500 && !unreadable) facts.violate(0, `${answered.endpoint}: ${answered.body}`);
      if (answered.body !== '') searchForCard(facts, answered.body);
      // Whoever sends events sends them again until they are taken: what is refused for good stands in the way of the others.
      const refused =
        answered.status >= 400 && answered.status < 500 && !answered.body.includes('"param":"psp"');
      if (answered.endpoint === 'webhook' && refused)
        facts.violate(10, `a webhook was answered ${answered.status} ${answered.body}`);
      checkKey(process, answered);
      checkTruth(facts, answered);
    },
  };
};

/** An answer that follows the first write; refusals before it are made anew each time. */
const isResult = (status: number, body: string): boolean =>
  status === 200 ||
  status === 402 ||
  (status === 502 && !allClosed.test(body)) ||
  body.includes('"code":"charge_operation_refused"');

/** What a confirm and a create say if an operator has closed every PSP that they could ask: nothing is kept of it. */
const allClosed =
  /The payment providers that can take this payment are not available\.|that can take this payment is closed/;

const find = (
  facts: Facts,
  createdUnder: ReadonlyMap<string, string>,
  endpoint: string,
  target: string,
  key: string,
): Remembered | undefined => {
  switch (endpoint) {
    case 'create':
      return facts.sessions.get(createdUnder.get(key) ?? '')?.creation;
    case 'confirm':
      return facts.sessions.get(target)?.confirmations.find((remembered) => remembered.key === key);
    case 'refund':
      return Object.values(facts.charges.get(target)?.refunds ?? {}).find(
        ({ remembered }) => remembered?.key === key,
      )?.remembered;
    case 'capture':
    case 'cancel': {
      const charge = facts.charges.get(target);
      return [charge?.[endpoint]?.remembered ?? [], charge?.answered ?? []]
        .flat()
        .find((remembered) => remembered.key === key);
    }
    case 'refresh':
      return facts.charges.get(target)?.refreshed?.find((remembered) => remembered.key === key);
    case 'decide':
      return facts.charges.get(target)?.decisions?.find(({ remembered }) => remembered?.key === key)
        ?.remembered;
    default:
      return undefined;
  }
};

const checkTruth = (facts: Facts, { endpoint, target, status, body }: Answered): void => {
  if (status === 402) {
    checkDeclined(facts, body);
    return;
  }
  if (status !== 200) return;
  switch (endpoint) {
    case 'confirm': {
      checkPaid(facts, target, body);
      return;
    }
    case 'refund': {
      checkRefunded(facts, target, body);
      return;
    }
    case 'capture':
    case 'cancel': {
      const current = facts.charges.get(target);
      const said = body.match(/"status":"(captured|canceled)","outcome"/)?.[1];
      if (said !== undefined && current?.status !== said && !mayChange(facts, target))
        facts.violate(8, `charge ${target} was answered ${said} and is ${current?.status}`);
      return;
    }
    case 'expire': {
      const current = facts.sessions.get(target)?.payment_status;
      if (current !== 'unpaid') facts.violate(8, `session ${target} was ended and is ${current}`);
      return;
    }
    default:
      return;
  }
};

/** What the PSP took back, or a person took for something else, may make an answer untrue. */
const mayChange = (facts: Facts, charge: string): boolean =>
  facts.takenBack.has(charge) || facts.misjudged.has(charge);

const checkPaid = (facts: Facts, session: string, body: string): void => {
  const current = facts.sessions.get(session);
  const said = body.match(/"payment_status":"(paid|authorized|canceled)"/)?.[1];
  if (said === undefined || said === current?.payment_status) return;
  const moved =
    said === 'authorized' && (current?.payment_status === 'paid' || current?.payment_status === 'canceled');
  if (!moved && !mayChange(facts, current?.charge ?? ''))
    facts.violate(8, `session ${session} was answered ${said} and is ${current?.payment_status}`);
};

/** Every attempt that a decline names has failed, and stays so. */
const checkDeclined = (facts: Facts, body: string): void => {
  for (const [, charge = ''] of body.matchAll(/"charge":"(ch_[0-9a-z]{26})","psp"/g)) {
    const current = facts.charges.get(charge)?.status;
    if (current !== 'failed') facts.violate(8, `the decline names attempt ${charge}, which is ${current}`);
  }
};

const checkRefunded = (facts: Facts, charge: string, body: string): void => {
  const [, id = '', said] = body.match(/"id":"(re_[0-9a-z]{26})".*?"status":"(\w+)"/) ?? [];
  const current = facts.charges.get(charge)?.refunds[id]?.status;
  const late = said === 'succeeded' && facts.reported.has(`refund_failed_late/${id}`);
  if (said !== 'pending' && said !== current && !late && !facts.misjudged.has(charge))
    facts.violate(8, `refund ${id} was answered ${said} and is ${current}`);
};
