import type { Charge } from '../../../lib/types/charge.ts';
import { statusOf } from '../../../lib/types/charge-state.ts';
import { openThings } from '../../../lib/types/open-things.ts';
import { sampleCharge } from '../../contract/sample-records.ts';
import { wellFormed } from '../../tools/well-formed.ts';
import { amount, type Part, start_ms } from './record-parts.ts';

const chargeId = 'ch_00000000000000000000000001';

const { psp_reference: _, ...blank } = sampleCharge(chargeId, {
  psp: 'psp_1',
  amount,
  amount_captured: 0,
  started: start_ms - 60_000,
  created: (start_ms - 60_000) / 1000,
});

const sum = (parts: readonly { readonly amount: number }[]): number =>
  parts.reduce((total, part) => total + part.amount, 0);

/** The record with these parts, and with everything that follows from them. */
export const recordOf = (parts: Part): Charge => {
  const charge: Charge = { ...blank, ...parts };
  const { amount_captured, refunds, disputes } = charge;
  const given = sum(Object.values(refunds).filter(({ status }) => status !== 'failed'));
  const lost = sum(Object.values(disputes).filter(({ status }) => status === 'lost'));
  const disputed = sum(Object.values(disputes).filter(({ status }) => status === 'open'));
  const whole: Charge = {
    ...charge,
    status: statusOf(charge),
    amount_refundable: amount_captured - given - lost - disputed,
    amount_refundable_disputed: amount_captured - given - lost,
  };
  const isOpen = openThings(whole).length > 0;
  return isOpen ? { ...whole, recover_shard: 0, recover_at: start_ms + 60_000 } : whole;
};

/** One in so many, beginning with the first or a later one. */
export type Share = { readonly nth: number; readonly of: number };

/** Every combination of one of each, or a share of them. */
export function* product({ nth, of }: Share, choices: readonly (readonly Part[])[]): Generator<Part> {
  const size = choices.reduce((product, { length }) => product * length, 1);
  for (let index = nth; index < size; index += of) yield combination(choices, index);
}

const combination = (choices: readonly (readonly Part[])[], index: number): Part => {
  let rest = index;
  const parts = choices.map((choice) => {
    const part = choice[rest % choice.length];
    rest = Math.floor(rest / choice.length);
    return part;
  });
  return Object.assign({}, ...parts);
};

/** How many records each invariant keeps out, alone or with others. */
export type Excluded = Readonly<Record<string, number>>;

/** Those of the records that are well-formed. `keepOut` gets each invariant that an excluded record breaks. */
export function* soundRecords(
  records: Iterable<Charge>,
  keepOut: (broken: string) => void,
): Generator<Charge> {
  for (const charge of records) {
    const broken = wellFormed.filter(({ holds }) => !holds(charge));
    if (broken.length === 0) yield charge;
    for (const { otherwise } of broken) keepOut(otherwise);
  }
}
