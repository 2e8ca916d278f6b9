import type { Attempt, AuditEntry, Charge, Dispute } from '../../server/src/generated/api-types.ts';
import { lostAt, stepEntries } from './attempt-steps.ts';
import { duration, fullTime, money, percent } from './format.ts';
import type { PaymentStory } from './payment-story.ts';
import { pspName } from './psp-name.ts';
import type { TimelineEntry } from './timeline-entry.ts';
import type { Tone } from './ui/badge.tsx';
import { words } from './words/words.ts';

/** What happened to a payment, oldest first: its plan and why, each attempt, what was learned, and who did what. */
export const createTimeline = (story: PaymentStory): readonly TimelineEntry[] =>
  [
    created(story),
    ...story.session.routing.attempts.flatMap((attempt) => attempted(attempt, story)),
    ...story.charges.flatMap((charge) => [
      ...refunds(charge),
      ...disputes(charge, story),
      ...decisions(charge),
    ]),
    ...events(story),
    ...entries(story),
    ...notes(story),
  ].toSorted((a, b) => a.at_ms - b.at_ms);

/** What is known to the second has happened by the end of it. */
const endOf = (at: number): number => at * 1000 + 999;

const created = ({ session }: PaymentStory): TimelineEntry => {
  const { timeline, skipped } = words.value;
  const { plan, wallet_plan, draw, rule, version, override, health, arm } = session.routing;
  const sum = (draw ?? []).reduce((total, [, weight]) => total + weight, 0);
  const drawn = (draw ?? [])
    .filter(([, weight]) => weight > 0)
    .map(([psp, weight]) => `${pspName(psp)} ${percent(sum ? weight / sum : 0, 0)}`);
  return {
    at_ms: session.created * 1000,
    tone: 'plain',
    title: timeline.created(plan.map(pspName)),
    lines: [
      timeline.planned(rule, version, override === null ? null : override + 1),
      ...(drawn.length > 1 ? [timeline.drawn(drawn.join(', '))] : []),
      ...(wallet_plan ? [timeline.wallets(wallet_plan.map(pspName))] : []),
      ...(arm ? [timeline.arm[arm]] : []),
      ...session.routing.skipped.map(({ psp, reason }) => timeline.skipped(pspName(psp), skipped[reason])),
      ...(health?.adjusted ?? []).map(({ psp, weight, to, reason }) =>
        timeline.steered(pspName(psp), weight, to, timeline.reasons[reason]),
      ),
    ],
  };
};

const attempted = (attempt: Attempt, { session, charges }: PaymentStory): readonly TimelineEntry[] => {
  const { psp, started, settled_ms, outcome } = attempt;
  const charge = charges.find(({ id }) => id === attempt.charge);
  const name = pspName(psp);
  const asked: TimelineEntry = {
    at_ms: started,
    tone: 'plain',
    title: words.value.timeline.sent(name, money(charge?.amount ?? session.amount, session.currency)),
    lines: (session.routing.passed_over ?? [])
      .filter(() => attempt === session.routing.attempts[0])
      .map((over) => words.value.timeline.skipped(pspName(over.psp), words.value.skipped[over.reason])),
  };
  const steps = stepEntries(charge, name, outcome);
  if (outcome === 'requires_action') return [asked, ...steps, atTheBank(attempt, name)];
  if (settled_ms === null || outcome === null || outcome === 'unknown')
    return [asked, ...steps, open(attempt, name, steps)];
  const end = ended(attempt, charge, charges);
  const advice = attempt === session.routing.attempts.at(-1) ? toTell(session, charges) : undefined;
  return [asked, ...steps, advice === undefined ? end : { ...end, lines: [...end.lines, advice] }];
};

/** What support says to a customer whose last attempt was declined. If money moved all the same, that is what they ask about. */
const toTell = (
  { last_payment_error, status }: PaymentStory['session'],
  charges: readonly Charge[],
): string | undefined => {
  if (!last_payment_error) return undefined;
  const { tell, timeline } = words.value;
  if (charges.some(hasMoved)) return timeline.tell(tell.money_moved);
  return timeline.tell(status === 'open' ? tell[last_payment_error.decline_code] : tell.session_ended);
};

const hasMoved = ({ amount_captured, reversal, other_payments }: Charge): boolean =>
  amount_captured > 0 || reversal !== undefined || other_payments.length > 0;

/** How an attempt ended whose outcome is known. */
const ended = (
  { psp, started, latency_ms, settled_ms, outcome, code, reversed }: Attempt,
  charge: Charge | undefined,
  charges: readonly Charge[],
): TimelineEntry => {
  const { timeline, decline } = words.value;
  const name = pspName(psp);
  const at_ms = started + (settled_ms ?? 0);
  const lost = lostAt(charge);
  // What a person decided, or what was learned later, is shown where it happened.
  const isDecided = charge?.decisions.some(({ operation }) => operation === charge.id) === true;
  const isOther = isDecided || charge?.reversal !== undefined;
  const result =
    decline[outcome as keyof typeof decline] ?? timeline.outcomes[outcome as keyof typeof timeline.outcomes];
  const good = outcome === 'captured' || outcome === 'approved';
  const kind = good ? outcome : 'failed';
  return {
    at_ms,
    tone: toneOf(outcome ?? '', good),
    title: `${name}: ${result ?? outcome}`,
    lines: [
      ...(lost === undefined || isOther ? [] : [timeline.learned[kind](name, duration(at_ms - lost))]),
      ...(lost !== undefined && !isOther && isChargedOnce(charges) ? [timeline.once] : []),
      ...(lost === undefined && latency_ms !== null && latency_ms === settled_ms
        ? [timeline.answered(duration(latency_ms))]
        : []),
      ...(code !== null && code !== outcome ? [timeline.code(code)] : []),
      ...(reversed === undefined ? [] : [timeline.reversed[String(reversed) as 'true' | 'false']]),
    ],
  };
};

/** It holds or has taken money, or once did. */
const everHeld = ({ amount_captured, outcome, reversal }: Charge): boolean => {
  const isAuthorized = outcome === 'approved' || outcome === 'captured';
  return isAuthorized || amount_captured > 0 || reversal !== undefined;
};

/** One charge of the payment has taken money, none other holds or ever took any, and its PSPs have no other payment for it. */
const isChargedOnce = (charges: readonly Charge[]): boolean => {
  const moved = charges.filter(everHeld);
  return (
    moved.length === 1 &&
    moved.every(({ amount_captured, reversal }) => amount_captured > 0 && reversal === undefined) &&
    charges.every(({ other_payments }) => other_payments.length === 0)
  );
};

const atTheBank = ({ started, latency_ms }: Attempt, name: string): TimelineEntry => ({
  at_ms: started + (latency_ms ?? 0),
  tone: 'waiting',
  title: `${name}: ${words.value.timeline.outcomes.requires_action}`,
  lines: [],
});

const toneOf = (outcome: string, good: boolean): Tone => {
  if (good) return 'good';
  return outcome === 'requires_action' ? 'waiting' : 'bad';
};

/** After everything that has been tried. */
const open = (
  { started, latency_ms }: Attempt,
  name: string,
  steps: readonly TimelineEntry[],
): TimelineEntry => ({
  at_ms: Math.max(started + (latency_ms ?? 0), ...steps.map(({ at_ms }) => at_ms)),
  tone: 'waiting',
  title: words.value.timeline.open(name),
  lines: latency_ms === null ? [] : [words.value.timeline.waited(duration(latency_ms))],
});

const refunds = ({ refunds: all, currency }: Charge): readonly TimelineEntry[] =>
  all.map(({ created: at, amount, status, reason, external, failure_reason, psp }) => {
    const { timeline, refundReasons, decline } = words.value;
    return {
      at_ms: endOf(at) - 1,
      tone: refundTones[status],
      title: timeline.refund(money(amount, currency), timeline.refundStates[status]),
      lines: [
        ...(reason === null ? [] : [refundReasons[reason]]),
        ...(failure_reason === null ? [] : [decline[failure_reason]]),
        ...(external ? [timeline.atPsp(pspName(psp))] : []),
      ],
    };
  });

const refundTones = { pending: 'waiting', succeeded: 'good', failed: 'bad' } as const;

const disputes = ({ disputes: all, currency }: Charge, story: PaymentStory): readonly TimelineEntry[] =>
  all.flatMap((dispute) => {
    const { timeline, disputeReasons } = words.value;
    const { created: at, status, reason, psp_reason, respond_by } = dispute;
    const amount = money(dispute.amount, currency);
    const ended = endedAt(dispute, story);
    const opened: TimelineEntry = {
      at_ms: endOf(at) - 1,
      tone: 'bad',
      title: timeline.disputeOpened(amount),
      lines: [
        ...(reason === null ? [] : [disputeReasons[reason]]),
        ...(psp_reason === null || psp_reason === reason ? [] : [timeline.code(psp_reason)]),
        ...(status === 'open' && respond_by !== null ? [timeline.answerBy(fullTime(respond_by * 1000))] : []),
        ...(status !== 'open' && ended === undefined
          ? [timeline.sinceThen(timeline.disputeStates[status])]
          : []),
      ],
    };
    if (ended === undefined) return [opened];
    const title = timeline.dispute(amount, timeline.disputeStates[status]);
    return [opened, { at_ms: endOf(ended) - 1, tone: disputeTones[status], title, lines: [] }];
  });

const disputeTones = { open: 'bad', won: 'good', lost: 'bad', closed: 'plain' } as const;

/** By the last event that says how it ended, if that is known. Unix seconds. */
const endedAt = ({ id, status }: Dispute, { events: all }: PaymentStory): number | undefined => {
  if (status === 'open') return undefined;
  const last = all.filter(({ data }) => data.id === id && data.status === status);
  return last.length === 0 ? undefined : Math.max(...last.map(({ created: at }) => at));
};

const decisions = ({ decisions: all, currency }: Charge): readonly TimelineEntry[] =>
  all.map(({ at, outcome, amount, note, by }) => ({
    at_ms: endOf(at) - 1,
    tone: 'plain',
    title: words.value.timeline.decided(
      words.value.decisions[outcome],
      amount === null ? null : money(amount, currency),
    ),
    lines: [note],
    by,
  }));

/** As developers know them: those of one second in the order of their object's revisions. */
const events = ({ events: all }: PaymentStory): readonly TimelineEntry[] =>
  all
    .toSorted((a, b) => a.created - b.created || a.data.seq - b.data.seq)
    .map(({ type, created: at }) => ({
      at_ms: endOf(at),
      tone: 'plain',
      title: type,
      lines: [],
      minor: true,
    }));

const shownElsewhere: readonly AuditEntry['action'][] = ['charge.note', 'charge.decide', 'charge.refresh'];

/** Without what notes, decisions and steps show themselves. */
const entries = ({ entries: all }: PaymentStory): readonly TimelineEntry[] =>
  all
    .filter(({ action }) => !shownElsewhere.includes(action))
    .map(({ created: at, action, actor }) => ({
      at_ms: at * 1000,
      tone: 'plain',
      title: words.value.actions[action],
      lines: [],
      by: actor.id,
    }));

const notes = ({ notes: all }: PaymentStory): readonly TimelineEntry[] =>
  all.map(({ created: at, text, by }) => ({
    at_ms: endOf(at),
    tone: 'plain',
    title: words.value.timeline.note,
    lines: [text],
    by,
  }));
