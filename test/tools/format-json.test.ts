import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { answersFile } from '../../local/docs/examples/examples.ts';
import { formatJson } from './format-json.ts';

test('a file that was recorded is as the formatter writes it', () => {
  const text = readFileSync(answersFile, 'utf8');
  expect(formatJson(JSON.parse(text))).toBe(text);
});
