import { describe, expect, test } from '@jest/globals';
import type { HttpResponse } from '../../../lib/types/transport.ts';
import { holdsNumber } from '../../../lib/vault/holds-number.ts';
import { answered, card, vaultScene } from './vault-scene.ts';

const { number } = card;
const escapes = (write: (code: number) => string): string =>
  [...number].map((digit) => write(digit.charCodeAt(0))).join('');
const base64 = (text: string): string => Buffer.from(text).toString('base64');

const spellings: readonly (readonly [string, string])[] = [
  ['as it is', number],
  ['with spaces', '4000 0566 5566 5556'],
  ['with dashes', '4000-0566-5566-5556'],
  ['with dots', '4000.0566.5566.5556'],
  ['each digit apart', number.split('').join(' ')],
  ['in full-width digits', escapes((code) => String.fromCharCode(code + 0xfee0))],
  ['within more text', `{"message":"No such card: ${number}."}`],
  ['within more digits', `00${number}99`],
  ['URL-encoded', escapes((code) => `%${code.toString(16)}`)],
  ['URL-encoded with spaces', '4000%200566%205566%205556'],
  ['URL-encoded twice', escapes((code) => `%25${code.toString(16)}`)],
  ['with plus signs', '4000+0566+5566+5556'],
  ['JSON-escaped', escapes((code) => `\\u00${code.toString(16)}`)],
  ['JSON within JSON', JSON.stringify(JSON.stringify({ number: '4000 0566 5566 5556' }))],
  ['in HTML entities', escapes((code) => `&#${code};`)],
  ['in hexadecimal HTML entities', escapes((code) => `&#x${code.toString(16)};`)],
  ['in hex', Buffer.from(number).toString('hex')],
  ['in base64', base64(number)],
  ['in base64 after one byte', base64(`x${number}`)],
  ['in base64 after two bytes', base64(`xy${number}`)],
  ['in base64 of JSON', base64(JSON.stringify({ card: { number: '4000 0566 5566 5556' } }))],
  ['in base64url without padding', Buffer.from(`{"n":"${number}"}`).toString('base64url')],
  ['in base64 of a URL-encoded form', base64(escapes((code) => `%${code.toString(16)}`))],
  ['in URL-encoded base64', encodeURIComponent(base64(`a=${number}`))],
  ['in HTML entities, URL-encoded', encodeURIComponent(escapes((code) => `&#${code};`))],
  ['right after a letter in base64', `x${base64(`number ${number}`)}`],
  ['right after two letters in base64', `id${base64(`number ${number}`)}`],
  ['right after three letters in base64', `key${base64(`number ${number}`)}`],
];

test.each(spellings)('is found %s', (_, text) => {
  expect(holdsNumber(text, number)).toBe(true);
});

test.each([
  ['the last four and the first six', '{"first6":"400005","last4":"5556"}'],
  ['another number', '4242424242424242'],
  ['a masked number', '400005******5556'],
  ['words between the halves', '40000566 and 55665556'],
  ['nothing', ''],
])('is not found in %s', (_, text) => {
  expect(holdsNumber(text, number)).toBe(false);
});

describe('an answer that holds the number', () => {
  test.each([
    ['in its body', { body: `{"error":"${number}"}` }],
    ['in a header', { headers: { location: `https://a.example/?n=${number}` } }],
    ['in a header’s name', { headers: { [`x-${number}`]: '1' } }],
    ['perhaps, encoded', { headers: { 'content-encoding': 'gzip' } }],
  ])('%s is not handed back, and rings', async (_, change) => {
    const scene = vaultScene();
    const { token } = await scene.collect();
    scene.answer = { ...answered, ...change } as HttpResponse;
    const answer = await scene.forward(scene.stripe(token));
    expect(answer).toEqual({ kind: 'lost', doubt: 'unreadable_answer', cause: 'answer_withheld' });
    expect(scene.logged.map(({ event }) => event)).toContain('vault_card_in_answer');
    expect(JSON.stringify(scene.logged)).not.toContain(number);
  });

  test('an answer with an empty content-encoding is read', async () => {
    const scene = vaultScene();
    const { token } = await scene.collect();
    scene.answer = { ...answered, headers: { 'content-encoding': 'identity' } } as HttpResponse;
    expect(await scene.forward(scene.stripe(token))).toBe(scene.answer);
  });
});
