import type { Tone } from './ui/badge.tsx';

export type TimelineEntry = {
  /** Unix milliseconds. */
  readonly at_ms: number;
  readonly tone: Tone;
  readonly title: string;
  readonly lines: readonly string[];
  /** Who did it. */
  readonly by?: string;
  /** Less than what it follows from. */
  readonly minor?: true;
};
