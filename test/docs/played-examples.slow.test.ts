import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { examples } from '../../local/docs/examples/examples.ts';
import { story } from '../../local/docs/examples/story.ts';
import { type Service, startService } from '../integration/service/start-service.ts';
import { answerProblems } from './answer-problems.ts';
import { type Answered, playExamples, storyRules } from './play-examples.ts';
import { settleValues } from './settle-values.ts';

let service: Service;
let played: readonly Answered[];
beforeAll(async () => {
  service = await startService({ rules: storyRules });
  played = await playExamples(service);
});
afterAll(() => service?.stop());

describe('the examples of the document, sent to the running service', () => {
  test.each(story.map(({ name, status }) => [name, status]))('%s: %i, as documented', (name, status) => {
    const answered = played.find((answer) => answer.name === name);
    expect(answered?.status).toBe(status);
    expect(answered && answerProblems(answered)).toEqual([]);
  });

  test('are answered as the document shows', () => {
    const settled = settleValues(Object.fromEntries(played.map(({ name, body }) => [name, body])));
    for (const { name, answer } of examples()) expect([name, settled[name]]).toEqual([name, answer]);
  });
});
