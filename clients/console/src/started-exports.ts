import { caller } from './caller.ts';

const most = 20;

/** The API has no list of exports: the ids of those that this person has started in this tab, newest first. */
export const startedExports = (): readonly string[] => {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(name()) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => /^exp_\w{1,64}$/.test(String(id))) : [];
  } catch {
    return [];
  }
};

/** Those ids with this one as the newest. */
export const keepExport = (id: string): readonly string[] =>
  keep([id, ...startedExports().filter((known) => known !== id)].slice(0, most));

export const forgetExport = (id: string): readonly string[] =>
  keep(startedExports().filter((known) => known !== id));

const keep = (ids: readonly string[]): readonly string[] => {
  try {
    sessionStorage.setItem(name(), JSON.stringify(ids));
  } catch {
    // A browser that keeps nothing shows them until one leaves the page.
  }
  return ids;
};

const name = (): string => `console.exports.${caller.value?.name ?? ''}`;
