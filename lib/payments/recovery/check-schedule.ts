const day = 24 * 3600;

/**
 * Seconds from when an item opened to each check of it, the first after the longest call has ended. What is open after the last one needs review. The
 * setting `RECOVERY_SCHEDULE_S` replaces it. The alarm `open-too-long` and `docs/safety.md` repeat some of these times.
 */
export const defaultRecoverySchedule: readonly number[] = [
  60,
  5 * 60,
  30 * 60,
  2 * 3600,
  day,
  2 * day,
  3 * day,
  4 * day,
  5 * day,
  6 * day,
  7 * day,
];
