import type { Export, ExportStore } from '../types/export.ts';
import type { ExportImage } from '../types/record-change.ts';
import { getItem } from './get-item.ts';
import type { Item } from './items.ts';
import { refuseNewer } from './refuse-newer.ts';
import { replaceRecord, storedResponse } from './remembered-record.ts';
import type { Storage } from './storage.ts';

const prefix = 'exp_';

export const isExportId = (id: string): boolean => id.startsWith(prefix);

/** Exports as items in the table of events. Only the first revision records who requested it. */
export const createExports = (storage: Storage): ExportStore => {
  const write: ExportStore['write'] = async (found) =>
    (await replaceRecord(storage, itemOf(found))) ? { ...found, rev: found.rev + 1 } : undefined;
  return {
    find: async (id) => {
      const item = await getItem(storage, 'events', { id });
      return item && fromExportItem(item);
    },
    add: (asked, beside) => replaceRecord(storage, itemOf(asked), beside),
    write,
    storedResponse: (key) => storedResponse(storage, key),
  };
};

export const fromExportImage = (item: Item): ExportImage => {
  refuseNewer(item);
  return { id: String(item.id), rev: Number(item.rev) };
};

const itemOf = ({ id, rev, ...body }: Export) => ({
  id,
  rev,
  body: JSON.stringify(body),
});

const fromExportItem = (item: Item): Export => {
  refuseNewer(item);
  return { ...JSON.parse(String(item.body)), id: String(item.id), rev: Number(item.rev) };
};
