import { patienceWith } from './patience.ts';
import type { Victim } from './victim.ts';

export type Answered = { readonly status: number; readonly body: Readonly<Record<string, unknown>> };

/** Posts under a key, and repeats what was not answered and what the service says may be repeated: whatever a killed function left, recovery answers. */
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
    if (typeof answer === 'object') return answer;
    last = answer;
    const over = patience.isOver();
    if (over) throw new Error(`${path} ${key}: ${last} (patience is over: ${over})`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
};

/** The answer, or in words why there is none yet. */
const attempt = async (
  { base_url, api_key }: Victim,
  path: string,
  key: string,
  body: unknown,
): Promise<Answered | string> => {
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
    return again ? `${response.status} ${text}` : { status: response.status, body: JSON.parse(text) };
  } catch (error) {
    return error instanceof Error ? error.message : 'no answer';
  }
};
