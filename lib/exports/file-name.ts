import type { Export } from '../types/export.ts';

/** Where the file of an export's last worker is. Each worker has its own, so that two never write the same. */
export const fileName = ({ id, tries, format }: Pick<Export, 'id' | 'tries' | 'format'>): string =>
  `${id}-${tries}.${format}`;

/** Until S3 forgets it. */
const kept_ms = 7 * 86_400_000;

export const hasFile = ({ status, alive }: Pick<Export, 'status' | 'alive'>, now: number): boolean =>
  status === 'done' && now < alive + kept_ms;
