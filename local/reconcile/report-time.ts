/** Offsets from UTC, in hours, of the zones that PSPs name by letters. */
const zones: Readonly<Record<string, number>> = {
  UTC: 0,
  GMT: 0,
  WET: 0,
  WEST: 1,
  BST: 1,
  CET: 1,
  CEST: 2,
  EET: 2,
  EEST: 3,
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
};

/** A report's time in Unix milliseconds: ISO 8601, or `2026-11-22 21:00:00` with the letters of its zone, UTC if there are none. Throws otherwise. */
export const reportTime = (text: string, zone = 'UTC'): number => {
  const iso = text.replace(' ', 'T');
  const at = Date.parse(/(Z|[+-]\d{2}:?\d{2})$/.test(iso) ? iso : `${iso}Z`);
  const hours = zones[zone];
  if (Number.isNaN(at)) throw new Error(`"${text}" is not a time.`);
  if (hours === undefined) throw new Error(`"${zone}" is not a known time zone.`);
  return at - hours * 3_600_000;
};
