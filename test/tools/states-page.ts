import type { Cell } from '../../lib/charge/transitions/cell.ts';
import { chargeTable } from '../../lib/charge/transitions/charge-table.ts';
import { refundStates, refundTable } from '../../lib/charge/transitions/refund-table.ts';
import type { Transition } from '../../lib/charge/transitions/transitions.ts';
import { recoverySchedule } from '../../lib/runtime/environment.ts';
import { type ChargeState, chargeStates } from '../../lib/types/charge-state.ts';
import { type Move, walkCharge } from './charge-walk.ts';
import { exits, refundReportWords, stateWords, transitionGroups } from './state-words.ts';

/** lib/charge/transitions/README.md: the state table of a charge as a picture and in its cells' own words. Made from the table the engine runs on. */
export const statesPage = (): string => {
  const { moves } = walkCharge();
  return `${[
    introduction,
    picture(moves),
    `## The states\n\n${table(
      ['state', 'meaning'],
      Object.entries(stateWords).map(([state, means]) => [code(state), means]),
    )}`,
    '## What happens, and then',
    ...Object.entries(transitionGroups).map(
      ([title, words]) =>
        `### ${title}\n\n${transitionTable(Object.entries(words) as [Transition, string][], moves)}`,
    ),
    refunds(),
    openThings(),
  ].join('\n\n')}\n`;
};

const introduction = `# States of a charge

<!-- Made by \`npm run docs\` from lib/charge/transitions. Do not edit. -->

After this page you know every state of a charge, what can happen in each, and what follows.

A charge holds two kinds of truth. **Intents** are ours: the attempt, a capture, a cancel, a refund, a reversal, each stored before a byte is sent. **Facts** are the PSP's: how much has been
captured and refunded, and whether the hold is gone. The state follows from the two. This page shows the engine's own table: every state × everything that can happen, with no cell left out.
[Safety](../../../docs/safety.md) says what it must guarantee.

A *look-up* asks the PSP for the payment. A *cancel by reference* names our reference, not the PSP's, so that an attempt that is still on its way can no longer take money.`;

/** One arrow for each pair of states. Dotted: only a fact that contradicts what a person had supposed. */
const picture = (moves: readonly Move[]): string => {
  const words = new Map(Object.values(transitionGroups).flatMap((group) => Object.entries(group)));
  const arrows = chargeStates.flatMap((from) =>
    chargeStates.flatMap((to) => {
      const between = moves.filter((move) => move.from === from && move.to === to);
      if (between.length === 0) return [];
      const notified = between.filter(({ presumed }) => !presumed);
      const shown = notified.length > 0 ? notified : between;
      const label = shown.map(({ transition }) => words.get(transition)).join('<br/>');
      return [`  ${from} ${notified.length > 0 ? '-->' : '-.->'}|"${label}"| ${to}`];
    }),
  );
  const nodes = chargeStates.map((state) => `  ${state}([${state}])`);
  return [
    '```mermaid',
    'flowchart TB',
    ...nodes,
    ...arrows,
    '```',
    '',
    'An open attempt leads to `reversing` if its session has moved on. A dotted arrow applies only if a fact contradicts a person’s decision. The picture omits what does not change the state; the tables have it.',
  ].join('\n');
};

const transitionTable = (transitions: readonly [Transition, string][], moves: readonly Move[]): string =>
  table(
    ['what happens', 'in', 'then', 'which leads to'],
    transitions.flatMap(([transition, words]) =>
      groupsOf(transition).map(([cell, states], index) => [
        index === 0 ? `**${words}**` : '',
        states.length === chargeStates.length ? 'every state' : states.map(code).join(', '),
        notified(cell),
        leadsTo(transition, states, moves).map(code).join(', '),
      ]),
    ),
  );

/** The cells of a happening with the states that share them. */
const groupsOf = (transition: Transition): readonly (readonly [Cell<never>, readonly ChargeState[]])[] => {
  const groups = new Map<string, [Cell<never>, ChargeState[]]>();
  for (const state of chargeStates) {
    const cell: Cell<never> = chargeTable[transition][state];
    const group = groups.get(notified(cell));
    if (group) group[1].push(state);
    else groups.set(notified(cell), [cell, [state]]);
  }
  return [...groups.values()];
};

const notified = (cell: Cell<never>): string => {
  if ('does' in cell) return cell.does;
  if ('ignored' in cell) return `nothing: ${cell.ignored}`;
  return 'impossible' in cell
    ? `cannot happen: ${cell.impossible}. It is reported (alarm ${code('record-broken')}), and nothing changes`
    : `rejected with ${code(cell.refused)}: ${cell.because}`;
};

const leadsTo = (
  transition: Transition,
  states: readonly ChargeState[],
  moves: readonly Move[],
): readonly ChargeState[] =>
  chargeStates.filter((to) =>
    moves.some((move) => move.transition === transition && states.includes(move.from) && move.to === to),
  );

const refunds = (): string => {
  const rows = refundStates.map((state) => [
    code(state),
    ...Object.keys(refundReportWords).map((received) => {
      const cell = refundTable[state][received as keyof typeof refundReportWords];
      return 'does' in cell ? cell.does : `nothing: ${cell.ignored}`;
    }),
  ]);
  return `## Refunds

Each row is a state of a refund. Each column is a report about it, from our call, the PSP's list of refunds, an event, or a person. The API shows \`open\` and \`accepted\` as \`pending\`, and
\`denied\` as \`failed\`: a person has called it failed, and the PSP has not. A person's word counts only while the refund is pending.
The amount is reserved before anything is sent, and released only if the refund fails.

${table(['', ...Object.values(refundReportWords)], rows)}`;
};

const openThings = (): string => `## No state without an exit

Recovery checks every open item ${schedule()} after it was opened. An attempt counts from its last call that can take money; a reversal starts again after a dispute ends. An event or \`refresh\` can end it at any time. After the last check it becomes \`needs_review\`: an alarm fires, and a person
decides with \`POST /v1/charges/{id}/decide\` or \`npm run charges -- decide\`. The decision is kept on the charge. A fact that contradicts it later counts, with one exception, and raises [its own alarm](../../../docs/operate.md#decision-contradicted).

${table(
  ['open', 'what ends it', 'what a person can decide'],
  Object.entries(exits).map(([kind, { ends, person }]) => [code(kind), ends, person]),
)}`;

const schedule = (): string => {
  const steps = recoverySchedule().map((seconds) => {
    if (seconds < 3600) return `${seconds / 60} min`;
    return seconds < 86_400 ? `${seconds / 3600} h` : `${seconds / 86_400} d`;
  });
  return `${steps.slice(0, -1).join(', ')} and ${steps.at(-1)}`;
};

const code = (text: string): string => `\`${text}\``;

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
