import type { Export } from '../types/export.ts';

/** The file of an export's last worker. Each worker has its own, so that two never write to the same file. */
export const fileName = ({ id, tries, format }: Pick<Export, 'id' | 'tries' | 'format'>): string =>
  `${id}-${tries}.${format}`;

/** S3 deletes the file after this. */
const kept_ms = 7 * 86_400_000;

export const hasFile = ({ status, alive }: Pick<Export, 'status' | 'alive'>, now: number): boolean =>
  status === 'done' && now < alive + kept_ms;
