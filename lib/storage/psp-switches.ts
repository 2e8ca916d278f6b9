import type { PspSwitch, PspSwitches, PspSwitchStore } from '../types/psp-switch.ts';
import { refuseNewer } from './record-format.ts';
import { getItem, rememberedAnswer, replaceRecord } from './remembered-record.ts';
import type { Storage } from './storage.ts';

/** The switches of all PSP accounts, as one item in the table of events. */
export const createPspSwitches = (storage: Storage): PspSwitchStore => ({
  read: () => readPspSwitches(storage),
  replace: (rev, switches, beside) => replaceRecord(storage, { id: switchesId, rev, switches }, beside),
  rememberedAnswer: (key) => rememberedAnswer(storage, key),
});

/** The record alone, for functions that only read it. */
export const readPspSwitches = async (storage: Storage): Promise<PspSwitches> => {
  const item = await getItem(storage, switchesId);
  if (item === undefined) return { rev: 0, switches: [] };
  refuseNewer(item);
  return { rev: Number(item.rev), switches: item.switches as readonly PspSwitch[] };
};

const switchesId = 'psp_switches';
