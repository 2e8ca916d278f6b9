import type { PspSwitch, PspSwitches, PspSwitchStore } from '../types/psp-switch.ts';
import { getItem } from './get-item.ts';
import type { Item } from './items.ts';
import { refuseNewer } from './refuse-newer.ts';
import { replaceRecord, storedResponse } from './remembered-record.ts';
import type { Storage } from './storage.ts';

/** The switches of all PSP accounts, as one item in the table of events. */
export const createPspSwitches = (storage: Storage): PspSwitchStore => ({
  read: () => readPspSwitches(storage),
  replace: (rev, switches, beside) => replaceRecord(storage, { id: switchesId, rev, switches }, beside),
  storedResponse: (key) => storedResponse(storage, key),
});

/** Only the record, for functions that do not write it. */
export const readPspSwitches = async (storage: Storage): Promise<PspSwitches> => {
  const item = await getItem(storage, 'events', { id: switchesId });
  return item === undefined ? { rev: 0, switches: [] } : fromSwitchesItem(item);
};

export const fromSwitchesItem = (item: Item): PspSwitches => {
  refuseNewer(item);
  return { rev: Number(item.rev), switches: item.switches as readonly PspSwitch[] };
};

export const switchesId = 'psp_switches';
