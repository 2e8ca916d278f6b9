import { afterEach, expect, test } from '@jest/globals';
import { createListeners } from '../../../clients/browser/src/fields/create-listeners.ts';

afterEach(() => void Reflect.deleteProperty(globalThis, 'reportError'));

test('a listener that throws is reported, and the next one hears the event all the same', () => {
  const reported: unknown[] = [];
  globalThis.reportError = (error) => void reported.push(error);
  const { on, emit } = createListeners<{ result: string }>(['result']);
  const heard: string[] = [];
  const broken = new Error('of the page');
  on('result', () => {
    throw broken;
  });
  on('result', (event: string) => void heard.push(event));
  emit('result', 'declined');
  expect([heard, reported]).toEqual([['declined'], [broken]]);
});
