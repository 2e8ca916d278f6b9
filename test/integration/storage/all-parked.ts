import { type ParkedRecord, parkedRecords } from '../../../lib/storage/parked-records.ts';
import type { Storage } from '../../../lib/storage/storage.ts';

export const allParked = async (storage: Storage): Promise<readonly ParkedRecord[]> => {
  const all: ParkedRecord[] = [];
  for await (const record of parkedRecords(storage)) all.push(record);
  return all;
};
