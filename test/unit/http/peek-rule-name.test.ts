import { expect, test } from '@jest/globals';
import { peekRuleName } from '../../../lib/http/peek-rule-name.ts';

test.each([
  ['{"amount":100,"routing_rule":"eu"}', 'eu'],
  ['{ "routing_rule" : "e\\u0075" }', 'eu'],
  ['{"metadata":{"routing_rule":"us"},"amount":100}', 'default'],
  ['{"metadata":{"routing_rule":"us"},"routing_rule":"eu"}', 'eu'],
  ['{"description":"\\"routing_rule\\":\\"us\\""}', 'default'],
  ['{"routing_rule":7}', 'default'],
  ['null', 'default'],
  ['{"routing_rule":"eu"', 'default'],
  [undefined, 'default'],
])('%j names the rule %s', (body, rule) => {
  const event = body === undefined ? {} : { body };
  expect(peekRuleName({ ...event, isBase64Encoded: false })).toBe(rule);
  if (body !== undefined)
    expect(peekRuleName({ body: Buffer.from(body).toString('base64'), isBase64Encoded: true })).toBe(rule);
});
