import type { Charge } from '../../../lib/types/charge.ts';
import { laws, type Taken } from './laws.ts';
import type { Step } from './step.ts';

/** A step that broke a law, how many did so, and the smallest record of them. */
export type Violation = {
  readonly law: string;
  readonly step: string;
  readonly times: number;
  readonly before: Charge;
  readonly after: Charge;
};

export type Checked = {
  readonly records: number;
  readonly steps: number;
  readonly violations: readonly Violation[];
};

const sizeOf = (charge: Charge): number => JSON.stringify(charge).length;

/** Every step of every record, one at a time, and what it breaks. */
export const check = async (
  records: Iterable<Charge>,
  stepsOf: (charge: Charge) => readonly Step[],
): Promise<Checked> => {
  const broken = new Map<string, Violation>();
  const note = (law: string, { before, after, step }: Taken): void => {
    const key = `${law}\n${step.name}`;
    const known = broken.get(key);
    const smaller = known && sizeOf(known.before) <= sizeOf(before) ? known : { before, after };
    broken.set(key, { ...smaller, law, step: step.name, times: (known?.times ?? 0) + 1 });
  };
  let [counted, steps] = [0, 0];
  for (const before of records) {
    counted += 1;
    for (const step of stepsOf(before)) {
      steps += 1;
      const ran = step.run(before);
      const { charge: after, wrong, again: waits } = ran instanceof Promise ? await ran : ran;
      if (wrong !== undefined) note(wrong, { before, after, step });
      if (after === before) continue;
      for (const { name, holds } of laws)
        if (!holds({ before, after, step })) note(name, { before, after, step });
      if (step.kind !== 'fact' || waits) continue;
      const twice = step.run(after);
      const { charge: again } = twice instanceof Promise ? await twice : twice;
      if (again !== after && essence(again) !== essence(after))
        note(twiceName, { before: after, after: again, step });
    }
  }
  return { records: counted, steps, violations: [...broken.values()] };
};

const twiceName = '1: a fact that is heard twice is applied once';

/** What a fact is about: not how often it was written or looked for, nor what is only kept to judge later reports by. */
const essence = ({
  rev,
  write,
  recover_at,
  recover_shard,
  captured_at,
  timed_out_at,
  captures_failed,
  captures_told,
  events,
  doubted,
  captures = {},
  ...charge
}: Charge): string => JSON.stringify([charge, Object.entries(captures).filter(([, amount]) => amount > 0)]);
