import { afterEach, expect, test } from '@jest/globals';
import { createListeners } from '../../../clients/browser/src/fields/create-listeners.ts';

const { queueMicrotask } = globalThis;
afterEach(() => {
  globalThis.queueMicrotask = queueMicrotask;
});

test('a listener that throws is reported as uncaught, and the next one hears the event all the same', () => {
  const later: (() => void)[] = [];
  globalThis.queueMicrotask = (run) => void later.push(run);
  const { on, emit } = createListeners<{ result: string }>(['result']);
  const received: string[] = [];
  on('result', () => {
    throw new Error('of the page');
  });
  on('result', (event: string) => void received.push(event));
  emit('result', 'declined');
  expect(received).toEqual(['declined']);
  expect(later).toHaveLength(1);
  expect(later[0]).toThrow('of the page');
});
