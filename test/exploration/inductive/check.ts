import type { Charge } from '../../../lib/types/charge.ts';
import { openThings } from '../../../lib/types/open-things.ts';
import { essence } from './essence.ts';
import { followLaws } from './follow-laws.ts';
import { inAnyOrder, type Ran } from './in-any-order.ts';
import { laws } from './laws.ts';
import type { Step, Stepped } from './step.ts';
import { createViolations, type Note, type Violation } from './violations.ts';

export type Checked = {
  readonly records: number;
  readonly steps: number;
  readonly violations: readonly Violation[];
};

/** How to check the records of a family. `exits`: their steps are all that can happen to them, so one of them ends whatever is open. */
export type Checks = {
  readonly stepsOf: (charge: Charge) => readonly Step[];
  readonly exits: boolean;
};

/** Every step of every record, one at a time, and what it breaks. */
export const check = async (records: Iterable<Charge>, { stepsOf, exits }: Checks): Promise<Checked> => {
  const { note, all } = createViolations();
  let [counted, steps] = [0, 0];
  for (const before of records) {
    const ran: Ran[] = [];
    for (const step of stepsOf(before)) ran.push(await take(before, step, note));
    counted += 1;
    steps += ran.length;
    await inAnyOrder(before, ran, note);
    if (exits) hasExits(before, ran, note);
  }
  return { records: counted, steps, violations: all() };
};

const run = async (step: Step, charge: Charge): Promise<Stepped> => step.run(charge);

const take = async (before: Charge, step: Step, note: Note): Promise<Ran> => {
  const ran = step.run(before);
  const { charge: after, wrong, again } = ran instanceof Promise ? await ran : ran;
  if (wrong !== undefined) note(wrong, { before, after }, step.name);
  for (const { name, holds } of followLaws)
    if (!holds({ before, after, step })) note(name, { before, after }, step.name);
  const taken = { step, after, again: again === true };
  if (after === before) return taken;
  for (const { name, holds } of laws)
    if (!holds({ before, after, step })) note(name, { before, after }, step.name);
  if (step.kind === 'fact' && !again) await isOnce(after, step, note);
  return taken;
};

const isOnce = async (after: Charge, step: Step, note: Note): Promise<void> => {
  const { charge: twice } = await run(step, after);
  if (twice !== after && essence(twice) !== essence(after))
    note('a fact that is reported twice is applied once', { before: after, after: twice }, step.name);
};

const namesOf = (charge: Charge): readonly string[] =>
  openThings(charge).map(({ kind, id }) => `${kind} ${id}`);

const hasExits = (before: Charge, ran: readonly Ran[], note: Note): void => {
  const left = new Set(namesOf(before));
  if (left.size === 0) return;
  for (const { after } of ran) {
    if (after === before) continue;
    const open = namesOf(after);
    for (const name of left) if (!open.includes(name)) left.delete(name);
  }
  for (const name of left)
    note('everything open can be ended by something', { before, after: before }, name.split(' ')[0] ?? '');
};
