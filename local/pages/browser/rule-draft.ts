import type { PublishedRule } from '../model.ts';

export type Draft = Omit<PublishedRule, 'version'>;

/** The parsed text of the editor: a draft that the controls can show, or why it cannot be published. */
export type DraftReading = { readonly draft: Draft } | { readonly problem: string };

/** The fields of a published rule that a person may change. */
export const draftText = ({ name, targets, failover, health, wallets, overrides }: Draft): string =>
  JSON.stringify({ name, targets, failover, health, wallets, overrides }, null, 2);

/** Reads only what the controls need; the service checks the rest. */
export const readDraft = (text: string, name: string): DraftReading => {
  const draft = parse(text);
  if (draft === undefined) return { problem: 'This is not a JSON object yet.' };
  if (draft.name !== name) return { problem: `name: this editor publishes the rule “${name}”.` };
  if (!Array.isArray(draft.targets)) return { problem: 'targets: expected a list.' };
  if (draft.failover !== undefined && !Array.isArray(draft.failover.on))
    return { problem: 'failover.on: expected a list.' };
  return { draft: draft as Draft };
};

type Unread = {
  readonly name?: unknown;
  readonly targets?: unknown;
  readonly failover?: { readonly on?: unknown };
};

const parse = (text: string): Unread | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
};
