import { patienceWith } from './patience.ts';
import type { Victim } from './victim.ts';

export type Answered = { readonly status: number; readonly body: Readonly<Record<string, unknown>> };

/**
 * Posts under a key, and repeats what was not answered and what the service says may be repeated: whatever a killed function left, recovery answers. What
 * stands in the way may have used up its schedule: then a person decides it in the end, and until then it is refused.
 */
export const untilAnswered = async (
  victim: Victim,
  path: string,
  key: string,
  body: unknown,
): Promise<Answered> => {
  const patience = patienceWith(victim);
  let last = 'no answer';
  for (;;) {
    const answer = await attempt(victim, path, key, body);
    if (typeof answer === 'object' && !answer.again) return answer;
    last = typeof answer === 'object' ? `${answer.status} ${JSON.stringify(answer.body)}` : answer;
    const over = patience.isOver();
    if (over && typeof answer === 'object' && waitsForPerson(answer)) return answer;
    if (over) throw new Error(`${path} ${key}: ${last} (patience is over: ${over})`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
};

const waitsForPerson = ({ body }: Answered): boolean => {
  const { code, message } = body.error as { readonly code?: string; readonly message?: string };
  return code === 'charge_operation_in_progress' && message?.includes('needs_review') === true;
};

/** The answer, and whether it may be asked for again; or in words why there is none. */
const attempt = async (
  { base_url, api_key }: Victim,
  path: string,
  key: string,
  body: unknown,
): Promise<(Answered & { readonly again: boolean }) | string> => {
  try {
    const response = await fetch(`${base_url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${api_key}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(35_000),
    });
    const text = await response.text();
    const again =
      response.status >= 500
        ? response.headers.get('should-retry') !== 'false'
        : response.headers.get('should-retry') === 'true';
    return { status: response.status, body: JSON.parse(text), again };
  } catch (error) {
    return error instanceof Error ? error.message : 'no answer';
  }
};
