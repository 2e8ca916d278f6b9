import { ApiError } from '../types/api-error.ts';
import { recordFormat } from '../types/records.ts';

/** Throws `ApiError('storage_unavailable')` if a newer release wrote this record, since its meaning is unknown here. */
export const refuseNewer = ({ v = 0 }: { readonly v?: unknown }): void => {
  if (Number(v) <= recordFormat) return;
  throw new ApiError(
    'storage_unavailable',
    `This release is older than the record: it reads format ${recordFormat}, but the record has format ${v}. Try again.`,
    { retry_after: 5 },
  );
};
