import { fullTime, shortTime } from '../format.ts';

/** A time in Unix milliseconds: short, and whole where one points at it. */
export const Time = ({ at_ms, full = false }: { readonly at_ms: number; readonly full?: boolean }) => (
  <time dateTime={new Date(at_ms).toISOString()} title={fullTime(at_ms)}>
    {full ? fullTime(at_ms) : shortTime(at_ms)}
  </time>
);
