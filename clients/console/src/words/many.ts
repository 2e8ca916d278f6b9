/** `1 event`, `2 events` */
export const many = (count: number, one: string, more: string): string =>
  `${count} ${count === 1 ? one : more}`;

const ends: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** `1st`, `2nd`, `3rd`, `4th`, in English */
export const nth = (place: number): string =>
  `${place}${ends[new Intl.PluralRules('en', { type: 'ordinal' }).select(place)] ?? 'th'}`;
