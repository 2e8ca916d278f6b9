import { expect, test } from '@jest/globals';
import { isAsShown } from './is-as-shown.ts';
import type { Block } from './read-blocks.ts';
import { readExamples } from './read-examples.ts';

const refund =
  '{"id":"re_00000000000000000000000001","amount":1000,"status":"succeeded","created":1795175472}';

test.each([
  ['ids and times of the same form', refund.replace('01"', '7k"').replace('1795175472', '1763630000')],
  ['an id and a field left out', '{"id":"re_…",…"status":"succeeded","created":1795175472}'],
  ['another layout', refund.replaceAll(',', ',\n  ')],
])('as shown: %s', (_, shown) => {
  expect(isAsShown(refund, shown)).toBe(true);
});

test.each([
  ['another amount', refund.replace('1000', '1001')],
  ['an id of another kind', refund.replace('re_', 'ch_')],
  ['a field that is not there', refund.replace('}', ',"reason":null}')],
  ['a field that is not shown', refund.replace('"amount":1000,', '')],
  ['a value that differs after one left out', '{…"status":"pending",…}'],
  ['spaces inside quotes', refund.replace('succeeded', 'succee ded')],
  ['nothing', ''],
])('not as shown: %s', (_, shown) => {
  expect(isAsShown(refund, shown)).toBe(false);
});

const block = (language: string, marks: readonly string[], text: string): Block => ({
  page: 'page.md',
  line: 1,
  language,
  marks,
  text,
});

test('what a block prints stands in the output block after it, or in comments under its commands', () => {
  const blocks = [
    block('sh', ['run'], 'one'),
    block('json', ['output'], '{}'),
    block('sh', ['run'], '# why\ntwo\n# 2\n# 2b\n\nthree\n# 3'),
    block('sh', ['aws'], 'four'),
    block('js', ['run'], 'five'),
  ];
  expect(readExamples(blocks).map(({ code, shown }) => [code.trim(), shown])).toEqual([
    ['one', '{}'],
    ['# why\ntwo', '2\n2b'],
    ['three', '3'],
    ['five', undefined],
  ]);
});
