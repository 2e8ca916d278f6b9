import type { ExportQuery } from '../types/export.ts';
import { zoneTime } from './zone-time.ts';

/** The name of the downloaded file: `movements_2026-11-01_2026-11-30.csv`, with the last day that it shows. */
export const exportTitle = ({ what, from, to, time_zone, format }: ExportQuery): string => {
  const timeOf = zoneTime(time_zone);
  const [first, last] = [from, to - 1].map((second) => timeOf(second * 1000).slice(0, 10));
  return `${what}_${first}_${last}.${format}`;
};
