const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit', timeZoneName: 'longOffset' } as const;

/** Times in RFC 3339, to the second, in local time: `2026-11-28T16:17:06+01:00`, with `Z` where that is UTC. From Unix milliseconds. Pure. */
export const zoneTime = (timeZone: string): ((at: number) => string) => {
  // Swedish uses this order, with a space between date, time and offset, and its own minus sign.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, ...parts, ...clock });
  return (at) => {
    const [date, time, offset = ''] = format.format(at).replace('−', '-').split(' ');
    return `${date}T${time}${offset === 'GMT+00:00' ? 'Z' : offset.replace('GMT', '')}`;
  };
};
