import { ApiError } from '../types/api-error.ts';
import { refuseNewer } from './refuse-newer.ts';

/** Throws for a session or charge that this release cannot read: of a newer format (`storage_unavailable`), or of none (`internal`). */
export const refuseOtherFormat = (record: { readonly v?: unknown }): void => {
  refuseNewer(record);
  if (record.v === undefined) throw new ApiError('internal', 'The record has no format.');
};
