import type { Charge } from '../../../lib/types/charge.ts';
import { essence } from './essence.ts';
import type { Step } from './step.ts';
import type { Note } from './violations.ts';

/** A step of a record. `again`: it waits. */
export type Ran = { readonly step: Step; readonly after: Charge; readonly again: boolean };

/**
 * Facts about different things lead to the same record, whichever comes first; one that waits is taken up again after the other. Left out are two that
 * cannot both be true, and a record of which a person has said what nobody knew.
 */
export const inAnyOrder = async (before: Charge, ran: readonly Ran[], note: Note): Promise<void> => {
  if (before.presumed) return;
  const facts = ran.filter(
    ({ step, after, again }) => step.about !== undefined && (again || after !== before),
  );
  for (const [index, one] of facts.entries())
    for (const other of facts.slice(index + 1)) {
      if (one.step.about === other.step.about || contradict(before, one.step, other.step)) continue;
      const [forth, back] = [await inTurn(one, other), await inTurn(other, one)];
      const compared = one.step.ends || other.step.ends ? money : known;
      if (compared(forth) !== compared(back))
        note(
          'facts about different things lead to the same, in any order',
          { before, after: forth },
          `${one.step.name}; ${other.step.name}`,
        );
    }
};

const inTurn = async (first: Ran, { step }: Ran): Promise<Charge> => {
  const { charge, again } = await step.run(first.after);
  return first.again && !again ? (await first.step.run(charge)).charge : charge;
};

/** More than the whole is captured, or a capture by a hold that was released before it. */
const contradict = ({ amount, amount_captured }: Charge, one: Step, other: Step): boolean =>
  amount_captured + taken(one) + taken(other) > amount || releases(one, other) || releases(other, one);

const taken = ({ takes }: Step): number => (takes && 'more' in takes ? takes.more : 0);

const releases = ({ ends, rights = [] }: Step, other: Step): boolean =>
  ends === true && rights.includes('fail_capture') && taken(other) > 0;

/** `outcome` and `external` tell what came first, too. */
const known = (charge: Charge): string =>
  essence({
    ...charge,
    outcome: charge.outcome === 'captured' ? 'approved' : charge.outcome,
    external: true,
  });

/** How a request of ours ended, or whether it is still open, may differ where the other fact has made it pointless. */
const money = ({ amount_captured, hold, captures = {} }: Charge): string =>
  JSON.stringify([
    amount_captured,
    hold,
    Object.entries(captures)
      .filter(([, amount]) => amount > 0)
      .toSorted(),
  ]);
