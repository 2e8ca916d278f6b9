import type { Examination, Finding, QuestionResult } from '../types/examination.ts';

export const ok = (says: string): Finding => ({ state: 'ok', says });
export const missing = (says: string): Finding => ({ state: 'missing', says });
export const unseen = (says: string): Finding => ({ state: 'unseen', says });

/** Why no further check is possible, or undefined if the PSP accepted the key. `where`: the place that shows keys. */
export const findRefusedKey = ({ status }: QuestionResult, where: string): Finding | undefined => {
  if (status === 0) return missing('does not answer: check the base_url, and the network from here');
  if (status === 401) return missing(`the key is refused: ${where}`);
  if (status === 403) return missing(`the key has no right to this: ${where}`);
  return status === 429 || status >= 500 ? missing(`answers ${status}: ask again later`) : undefined;
};

/** A webhook as registered at the PSP. */
export type Registered = {
  readonly url: string | undefined;
  readonly active: boolean;
  /** A name that ends in `*` matches every name with that prefix. */
  readonly events: readonly string[];
};

/** Whether one of the webhooks points here with every event that we use. `where`: the place to register it. */
export const webhookFinding = (
  registered: readonly Registered[],
  needed: readonly string[],
  { webhook_url }: Pick<Examination, 'webhook_url'>,
  where: string,
): Finding => {
  if (webhook_url === undefined) return unseen('webhook: the service has no address yet');
  const ours = registered.filter(({ url }) => url === webhook_url);
  if (ours.length === 0) return missing(`no webhook points to ${webhook_url}: ${where}`);
  const active = ours.filter((webhook) => webhook.active);
  if (active.length === 0) return missing(`the webhook to ${webhook_url} is switched off: ${where}`);
  const events = active.flatMap((webhook) => webhook.events);
  const lacking = needed.filter((name) => !events.some((event) => covers(event, name)));
  return lacking.length === 0
    ? ok(`a webhook points to ${webhook_url}, with all events`)
    : missing(`the webhook to ${webhook_url} lacks ${lacking.join(', ')}: ${where}`);
};

const covers = (event: string, name: string): boolean =>
  event.endsWith('*') ? name.startsWith(event.slice(0, -1)) : event === name;

/** A decline code that no table lists. */
export type CodeCount = { readonly psp: string; readonly code: string; readonly count: number };

export const unmappedFindings = (codes: readonly CodeCount[], since: string): readonly Finding[] =>
  codes.length === 0
    ? [ok(`every code ${since} has a line in its PSP's table`)]
    : codes.map(({ psp, code, count }) =>
        missing(
          `${psp}: ${count} declined ${since} with ${code}, which has no line: find out what it means, and add it to lib/psp (docs/psps.md)`,
        ),
      );
