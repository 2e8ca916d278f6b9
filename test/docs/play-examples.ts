import { setTimeout as sleep } from 'node:timers/promises';
import type { RulesDocument } from '../../lib/types/routing.ts';
import type { Reported } from '../../local/docs/examples/example.ts';
import { story } from '../../local/docs/examples/story.ts';
import { routeOperations } from '../../local/docs/openapi/route-operations.ts';
import { rule } from '../integration/service/rules-of.ts';

export type Answered = {
  readonly operation: string;
  readonly name: string;
  readonly expected: number;
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
};

const first = rule('default', { stripe: 100, adyen: 0, checkout_com: 0 });

/** The rules the story starts from: every payment goes to one PSP, so that its answers are always the same. */
export const storyRules: RulesDocument = {
  rules: {
    default: {
      ...first,
      failover: { ...first.failover, attempt_timeout_ms: 8_000 },
      version: 1,
      created: 1_763_630_000,
    },
  },
};

/** Sends every example to a running service, in order. */
export const playExamples = async (service: {
  readonly base_url: string;
  readonly api_key: string;
}): Promise<readonly Answered[]> => {
  const operations = new Map(routeOperations().map((operation) => [operation.id, operation.route]));
  const answered: Answered[] = [];
  const answerOf: Reported = (name) =>
    answered.find((answer) => answer.name === name)?.body as ReturnType<Reported>;
  for (const { name, operation, path, query, body, token, status: expected } of story) {
    const route = operations.get(operation);
    if (!route) throw new Error(`no route for ${operation}`);
    const values = path?.(answerOf) ?? {};
    const target = route.path.replace(/\{(\w+)\}/g, (_, parameter: string) => values[parameter] ?? '');
    const search = query ? `?${new URLSearchParams(query(answerOf))}` : '';
    const bearer = token ? token(answerOf) : service.api_key;
    const ask = () =>
      fetch(`${service.base_url}${target}${search}`, {
        method: route.method,
        headers: {
          ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body(answerOf)) }),
      });
    let answer = await ask();
    // What follows its record within seconds is asked for again as the answer says.
    for (let tries = 0; tries < 100 && answer.status === 404 && expected === 200; tries++) {
      await sleep(Number(answer.headers.get('retry-after')) * 1000);
      answer = await ask();
    }
    const { status, headers } = answer;
    answered.push({ operation, name, expected, status, headers, body: await answer.json() });
  }
  return answered;
};
