import { readFileSync } from 'node:fs';
import type { Example, Reported } from './example.ts';
import { story } from './story.ts';

export type PlayedExample = Pick<Example, 'operation' | 'name' | 'status'> & {
  readonly summary: string;
  readonly path: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly token: 'api_key' | 'session' | 'link' | 'none';
  readonly answer: unknown;
};

/** The story with the answers of a running service (`answers.json`, recorded by `npm run openapi -- record`). */
export const examples = (): readonly PlayedExample[] => {
  const answers: Readonly<Record<string, unknown>> = JSON.parse(readFileSync(answersFile, 'utf8'));
  const answerOf = (name: string) => answers[name] as ReturnType<Reported>;
  return story.flatMap(({ name, operation, summary, path, query, body, token, status }) =>
    summary === undefined
      ? []
      : [
          {
            name,
            operation,
            summary,
            status,
            path: path?.(answerOf) ?? {},
            ...(query && { query: query(answerOf) }),
            ...(body && { body: body(answerOf) }),
            token: tokenKind(token?.(answerOf)),
            answer: answers[name],
          },
        ],
  );
};

const tokenKind = (token: string | null | undefined): PlayedExample['token'] => {
  if (token === undefined) return 'api_key';
  if (token === null) return 'none';
  return token.startsWith('pl_') ? 'link' : 'session';
};

export const answersFile = new URL('answers.json', import.meta.url);
