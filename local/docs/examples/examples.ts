import { readFileSync } from 'node:fs';
import type { Example, Told } from './example.ts';
import { story } from './story.ts';

export type PlayedExample = Pick<Example, 'operation' | 'name' | 'status'> & {
  readonly summary: string;
  readonly path: Readonly<Record<string, string>>;
  readonly body?: object;
  /** False where the call carries a session token or none. */
  readonly withApiKey: boolean;
  readonly answer: unknown;
};

/** The story with the answers that a running service gave to it (`answers.json`, recorded by `npm run openapi -- record`). */
export const examples = (): readonly PlayedExample[] => {
  const answers: Readonly<Record<string, unknown>> = JSON.parse(readFileSync(answersFile, 'utf8'));
  const told = (name: string) => answers[name] as ReturnType<Told>;
  return story.flatMap(({ name, operation, summary, path, body, token, status }) =>
    summary === undefined
      ? []
      : [
          {
            name,
            operation,
            summary,
            status,
            path: path?.(told) ?? {},
            ...(body && { body: body(told) }),
            withApiKey: token === undefined,
            answer: answers[name],
          },
        ],
  );
};

export const answersFile = new URL('answers.json', import.meta.url);
