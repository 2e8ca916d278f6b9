import type { Caller } from '../../server/src/generated/api-types.ts';

/** The tabs for developers, each with what one needs to read it. */
const needed = {
  keys: 'keys:write',
  endpoints: 'webhooks:read',
  deliveries: 'webhooks:read',
} as const satisfies Readonly<Record<string, Caller['scopes'][number]>>;

export type DeveloperTab = keyof typeof needed;

export const developerTabs = (may: (scope: Caller['scopes'][number]) => boolean): readonly DeveloperTab[] =>
  (Object.keys(needed) as DeveloperTab[]).filter((tab) => may(needed[tab]));

/** The tab that an address names, or the first one. An event belongs to the deliveries. */
export const developerTab = (
  name: string | undefined,
  offered: readonly DeveloperTab[],
): DeveloperTab | undefined =>
  offered.find((tab) => tab === (name === 'events' ? 'deliveries' : name)) ?? offered[0];
