import { expect, test } from '@jest/globals';
import { readAhead } from '../../../lib/runtime/read-ahead.ts';
import { rules } from '../../../lib/runtime/rules.ts';

test('a read ahead may fail, at once or later: the first call finds out', async () => {
  const asked: string[] = [];
  readAhead(() => {
    asked.push('at once');
    throw new Error('not configured');
  });
  readAhead(() => {
    asked.push('later');
    return Promise.reject(new Error('no answer'));
  });
  await new Promise(setImmediate);
  expect(asked).toEqual(['at once', 'later']);
});

test('the rules’ reports from before the first call reach the first call', async () => {
  Object.assign(process.env, {
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'secret',
    // Port 9 is nobody's here.
    AWS_ENDPOINT_URL_APPCONFIGDATA: 'http://127.0.0.1:9',
    APPCONFIG_APPLICATION: 'a',
    APPCONFIG_ENVIRONMENT: 'e',
    APPCONFIG_PROFILE: 'p',
  });
  await expect(rules()()).rejects.toMatchObject({ code: 'routing_unavailable' });
  const reported: string[] = [];
  rules(({ event }) => reported.push(event));
  const polls = reported.length;
  expect(new Set(reported)).toEqual(new Set(['routing_rules_poll_failed']));
  rules(({ event }) => reported.push(event));
  expect(reported).toHaveLength(polls);
});
