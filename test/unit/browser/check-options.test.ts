import { expect, test } from '@jest/globals';
import { checkOptions } from '../../../clients/browser/src/fields/check-options.ts';

test.each([
  [{ name: 'no' }, 'name: expected true or false'],
  [{ name: null }, 'name: expected true or false'],
  [{ patience: 0 }, 'patience: expected a number of seconds'],
  [{ redirect: 'never' }, 'Unknown redirect "never": expected always, if_required'],
])('%j is refused: it would do something else', (options, message) => {
  const names = ['name', 'patience', 'redirect'] as const;
  expect(() => checkOptions(options as never, names)).toThrow(new TypeError(message));
});

test('the name on the card is asked for unless it is false', () => {
  for (const name of [true, false, undefined])
    expect(checkOptions({ name } as never, ['name']).name).toBe(name);
});

test('what a framework watches reaches the frame, too: a proxy could not be sent', () => {
  const watched = <Given extends object>(given: Given): Given => new Proxy(given, {});
  const style = { fontSize: '18px' };
  const font = { family: 'Inter', src: 'https://shop.example/inter.woff2' };
  const options = watched({ style: watched(style), fonts: watched([watched(font)]) });
  const checked = checkOptions(options, ['style', 'fonts']);
  expect(structuredClone({ style: checked.style, fonts: checked.fonts })).toEqual({ style, fonts: [font] });
});
