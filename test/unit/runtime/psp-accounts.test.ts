import { afterAll, expect, test } from '@jest/globals';
import * as registry from '../../../lib/psp/registry.ts';
import { pspAccounts } from '../../../lib/runtime/psp-accounts.ts';
import { psps } from '../../../lib/runtime/psps.ts';

const before = { ...process.env };
afterAll(() => {
  process.env = before;
});

test('the accounts known without an adapter are those of the registry, with the capabilities its adapters declare', () => {
  const entries = Object.keys(registry).map((psp) => [
    `${psp}_eu`,
    { psp, base_url: 'https://psp.example', secret: 's' },
  ]);
  Object.assign(process.env, { MODE: 'test', PSP_ACCOUNTS: JSON.stringify(Object.fromEntries(entries)) });
  const declared = Object.entries(registry).map(([psp, { capabilities }]) => ({
    id: `${psp}_eu`,
    psp,
    capabilities,
  }));
  expect(pspAccounts()).toEqual(declared);
  expect(psps().accounts).toEqual(declared);
});
