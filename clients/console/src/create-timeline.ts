import type { Attempt, Charge } from '../../server/src/generated/api-types.ts';
import { duration, money, percent } from './format.ts';
import type { PaymentStory } from './payment-story.ts';
import { pspName } from './psp-name.ts';
import type { Tone } from './ui/badge.tsx';
import { words } from './words/words.ts';

export type TimelineEntry = {
  /** Unix milliseconds. */
  readonly at_ms: number;
  readonly tone: Tone;
  readonly title: string;
  readonly lines: readonly string[];
  /** Who did it. */
  readonly by?: string;
  /** Less than what it follows from. */
  readonly minor?: true;
};

/** What happened to a payment, oldest first: its plan and why, each attempt, what was learned, and who did what. */
export const createTimeline = (story: PaymentStory): readonly TimelineEntry[] =>
  [
    created(story),
    ...story.session.routing.attempts.flatMap((attempt) => attempted(attempt, story)),
    ...story.charges.flatMap((charge) => [...refunds(charge), ...disputes(charge), ...decisions(charge)]),
    ...events(story),
    ...entries(story),
    ...notes(story),
  ].toSorted((a, b) => a.at_ms - b.at_ms);

/** What is known to the second has happened by the end of it. */
const endOf = (at: number): number => at * 1000 + 999;

const created = ({ session }: PaymentStory): TimelineEntry => {
  const { timeline, skipped } = words.value;
  const { plan, draw, rule, version, override, health, arm } = session.routing;
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
      ...(arm ? [timeline.arm[arm]] : []),
      ...session.routing.skipped.map(({ psp, reason }) => timeline.skipped(pspName(psp), skipped[reason])),
      ...(health?.adjusted ?? []).map(({ psp, weight, to, reason }) =>
        timeline.steered(pspName(psp), weight, to, timeline.reasons[reason]),
      ),
    ],
  };
};

const attempted = (
  attempt: Attempt,
  { session, charges, events: known }: PaymentStory,
): readonly TimelineEntry[] => {
  const { timeline, decline } = words.value;
  const { psp, started, latency_ms, settled_ms, outcome, code, charge: id } = attempt;
  const charge = charges.find((one) => one.id === id);
  const name = pspName(psp);
  const asked: TimelineEntry = {
    at_ms: started,
    tone: 'plain',
    title: timeline.sent(name, money(charge?.amount ?? session.amount, session.currency)),
    lines: (session.routing.passed_over ?? [])
      .filter(() => attempt === session.routing.attempts[0])
      .map((over) => timeline.skipped(pspName(over.psp), words.value.skipped[over.reason])),
  };
  if (outcome === 'requires_action') return [asked, atTheBank(attempt, name)];
  if (settled_ms === null || outcome === null || outcome === 'unknown') return [asked, open(attempt, name)];
  const at = known.some(
    ({ type, data }) => type === 'checkout.session.requires_action' && data.charge === id,
  );
  const isDecided = charge?.decisions.some(({ operation }) => operation === id) === true;
  const late = settled_ms > (latency_ms ?? 0) && !at && !charge?.authentication && !isDecided;
  const result =
    decline[outcome as keyof typeof decline] ?? timeline.outcomes[outcome as keyof typeof timeline.outcomes];
  const good = outcome === 'captured' || outcome === 'approved';
  return [
    asked,
    ...(late ? [unclear(attempt, name)] : []),
    {
      at_ms: started + settled_ms,
      tone: toneOf(outcome, good),
      title: `${name}: ${result ?? outcome}`,
      lines: [
        ...(late ? [timeline.learned(name, duration(settled_ms - (latency_ms ?? 0)), good)] : []),
        ...(!late && latency_ms !== null ? [timeline.answered(duration(latency_ms))] : []),
        ...(code !== null && code !== outcome ? [timeline.code(code)] : []),
        ...(attempt.reversed === undefined
          ? []
          : [timeline.reversed[String(attempt.reversed) as 'true' | 'false']]),
      ],
    },
  ];
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

const open = ({ started, latency_ms }: Attempt, name: string): TimelineEntry => ({
  at_ms: started + (latency_ms ?? 0),
  tone: 'waiting',
  title: words.value.timeline.open(name),
  lines: latency_ms === null ? [] : [words.value.timeline.waited(duration(latency_ms))],
});

const unclear = ({ started, latency_ms }: Attempt, name: string): TimelineEntry => ({
  at_ms: started + (latency_ms ?? 0),
  tone: 'waiting',
  title: words.value.timeline.unclear(name),
  lines: [words.value.timeline.waited(duration(latency_ms ?? 0)), words.value.timeline.noOther],
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

const disputes = ({ disputes: all, currency }: Charge): readonly TimelineEntry[] =>
  all.map(({ created: at, amount, status, reason, psp_reason }) => ({
    at_ms: endOf(at) - 1,
    tone: status === 'won' || status === 'closed' ? 'plain' : 'bad',
    title: words.value.timeline.dispute(money(amount, currency), words.value.timeline.disputeStates[status]),
    lines: [reason === null ? [] : words.value.disputeReasons[reason], psp_reason ?? []].flat(),
  }));

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

/** As developers know them. */
const events = ({ events: all }: PaymentStory): readonly TimelineEntry[] =>
  all.map(({ type, created: at }) => ({
    at_ms: endOf(at),
    tone: 'plain',
    title: type,
    lines: [],
    minor: true,
  }));

/** Without what notes and decisions tell themselves. */
const entries = ({ entries: all }: PaymentStory): readonly TimelineEntry[] =>
  all
    .filter(({ action }) => action !== 'charge.note' && action !== 'charge.decide')
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
