import { expect, test } from '@jest/globals';
import { functionInputs } from '../infra/function-inputs.ts';

test('no function carries what only the documentation needs', () => {
  const inputs = functionInputs();
  expect(inputs).toContain('lib/http/schemas/create-session-body.ts');
  expect(inputs.filter((path) => /^local\/|^lib\/http\/schemas\/responses\//.test(path))).toEqual([]);
});
