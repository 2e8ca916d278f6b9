import { describe, expect, test } from '@jest/globals';
import { validateDocument } from '../../../lib/routing/validate-document.ts';
import { accountsOf, rule } from './fixtures.ts';

const good = { rules: { default: rule({ stripe: 70, adyen: 30 }) } };

describe('validateDocument', () => {
  test('gives back a good document', () => {
    const validation = validateDocument(structuredClone(good), accountsOf('stripe', 'adyen'));
    expect(JSON.parse(JSON.stringify(validation))).toEqual({ ok: true, document: good });
  });

  test('no name finds anything but a rule', () => {
    const validation = validateDocument(structuredClone(good), 'any');
    if (!validation.ok) throw new Error(validation.problem.message);
    expect(validation.document.rules.constructor).toBeUndefined();
    expect(Object.getPrototypeOf(validation.document.rules)).toBeNull();
  });

  test('accounts that are gone matter only if accounts are checked', () => {
    expect(validateDocument(good, 'any').ok).toBe(true);
    expect(validateDocument(good, accountsOf('stripe'))).toMatchObject({
      ok: false,
      problem: { code: 'parameter_invalid', param: 'rules.default.targets[1].psp' },
    });
  });

  test.each([
    [{ rules: [] }, 'rules: expected an object of rules by name, received a list of 0'],
    [5, 'expected an object with rules, received 5'],
  ])('says which type it has to be: %j', (input, message) => {
    expect(validateDocument(input, 'any')).toMatchObject({ problem: { message } });
  });

  const { version: _version, ...unversioned } = good.rules.default;
  const refused: [string, unknown, string, string][] = [
    ['text', 'rules', 'parameter_invalid', ''],
    ['no rules', {}, 'parameter_missing', 'rules'],
    ['a field beside rules', { rules: {}, version: 1 }, 'parameter_unknown', 'version'],
    ['a name that is none', { rules: { Default: good.rules.default } }, 'parameter_invalid', 'rules.Default'],
    [
      'a rule under another name',
      { rules: { other: good.rules.default } },
      'parameter_invalid',
      'rules.other.name',
    ],
    [
      'a rule without version',
      { rules: { default: unversioned } },
      'parameter_missing',
      'rules.default.version',
    ],
    [
      'a rule that can charge twice',
      { rules: { default: { ...good.rules.default, failover: { on: ['unknown'] } } } },
      'parameter_invalid',
      'rules.default.failover.on[0]',
    ],
    [
      'a rule without positive weight',
      { rules: { default: rule({ stripe: 0 }) } },
      'parameter_invalid',
      'rules.default.targets',
    ],
    [
      'an override that cannot match',
      {
        rules: {
          default: rule({ stripe: 1 }, [
            { when: { amount: { gte: 2, lte: 1 } }, targets: rule({ stripe: 1 }).targets },
          ]),
        },
      },
      'parameter_invalid',
      'rules.default.overrides[0].when.amount.gte',
    ],
    [
      '101 rules',
      {
        rules: Object.fromEntries(
          Array.from({ length: 101 }, (_, index) => [`r${index}`, { ...rule({ a: 1 }), name: `r${index}` }]),
        ),
      },
      'parameter_invalid',
      'rules',
    ],
  ];
  for (const [what, input, code, param] of refused)
    test(`refuses ${what}: ${param}`, () =>
      expect(validateDocument(input, 'any')).toMatchObject({ ok: false, problem: { code, param } }));

  test('takes over nothing called __proto__, which JSON can carry', () => {
    const planted: unknown = JSON.parse(`{"rules":{"__proto__":${JSON.stringify(good.rules.default)}}}`);
    const validation = validateDocument(planted, 'any');
    expect(validation.ok ? Object.keys(validation.document.rules) : []).toEqual([]);
  });
});
