import { expect, test } from '@jest/globals';
import { functionInputs } from '../infra/function-inputs.ts';

test('no function carries what only the documentation needs', () => {
  const inputs = functionInputs();
  expect(inputs).toContain('lib/contract/bodies/create-session-body.ts');
  expect(inputs.filter((path) => /^local\/|^lib\/contract\/[^/]+$/.test(path))).toEqual([]);
});
