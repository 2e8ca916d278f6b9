import type { Export } from '../types/export.ts';

/** Where the file of an export's last worker is. Each worker has its own, so that two never write the same. */
export const fileName = ({ id, tries, format }: Pick<Export, 'id' | 'tries' | 'format'>): string =>
  `${id}-${tries}.${format}`;
