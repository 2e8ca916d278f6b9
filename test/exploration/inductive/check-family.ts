import { type Checked, check } from './check.ts';
import { families } from './families.ts';
import { type Excluded, type Share, soundRecords } from './records.ts';

/** A share of the records of a family. */
export type Slice = Share & { readonly family: string };

export type Report = Checked & { readonly slice: Slice; readonly excluded: Excluded };

/** Every step of the well-formed records of a slice. */
export const checkFamily = async (slice: Slice): Promise<Report> => {
  const family = families.find(({ name }) => name === slice.family);
  if (!family) throw new Error(`there are no records named ${slice.family}`);
  const excluded: Record<string, number> = {};
  const records = soundRecords(family.records(slice), (broken) => {
    excluded[broken] = (excluded[broken] ?? 0) + 1;
  });
  return { slice, ...(await check(records, family)), excluded };
};
