import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { RuleVersions } from '../../lib/types/rule-version.ts';
import { sampleVersion } from './sample-records.ts';

export type RuleVersionsSubject = { readonly store: RuleVersions; readonly close: () => Promise<void> };

const answer = { status: 200, body: '{"a":"ä"}' };
const remember = { key: 'k', hash: 'h', view: 'full' } as const;

/** What every `RuleVersions` does. Each case works on rules and keys of its own. */
export const describeRuleVersions = (name: string, create: () => Promise<RuleVersionsSubject>): void =>
  describe(`rule versions: ${name}`, () => {
    let subject: RuleVersionsSubject | undefined;
    beforeAll(async () => {
      subject = await create();
    });
    afterAll(() => subject?.close());
    const store = (): RuleVersions => {
      if (subject === undefined) throw new Error('The store was not created');
      return subject.store;
    };

    test('a version is written once and read as it was written', async () => {
      const first = sampleVersion('once', 1, {
        approved: { by: 'other', at: 2 },
        rollback: true,
        open_since: 5,
      });
      expect(await store().find('once', 1)).toBeUndefined();
      expect(await store().write([{ put: first, expects: 'absent' }])).toBe(true);
      expect(await store().find('once', 1)).toEqual(first);
      expect(JSON.stringify((await store().find('once', 1))?.document)).toBe(JSON.stringify(first.document));
      expect(await store().write([{ put: sampleVersion('once', 1, { note: 'b' }), expects: 'absent' }])).toBe(
        false,
      );
      expect(await store().find('once', 1)).toEqual(first);
    });

    test('it is replaced and removed at the revision that was read', async () => {
      const [first, second] = [
        sampleVersion('rev', 1),
        sampleVersion('rev', 1, { rev: 2, state: 'published' }),
      ];
      await store().write([{ put: first, expects: 'absent' }]);
      expect(await store().write([{ put: second, expects: 2 }])).toBe(false);
      expect(await store().write([{ put: second, expects: 1 }])).toBe(true);
      expect(await store().write([{ remove: first }])).toBe(false);
      expect(await store().find('rev', 1)).toEqual(second);
      expect(await store().write([{ remove: second }])).toBe(true);
      expect(await store().find('rev', 1)).toBeUndefined();
    });

    test('nothing to write is written', async () => {
      expect(await store().write([])).toBe(true);
    });

    test('all or none', async () => {
      await store().write([{ put: sampleVersion('all', 1), expects: 'absent' }]);
      const writes = [
        { put: sampleVersion('all', 2), expects: 'absent' },
        { remember: { ...remember, key: 'all' } },
        { put: sampleVersion('all', 1, { rev: 9 }), expects: 8 },
      ] as const;
      expect(await store().write(writes)).toBe(false);
      expect(await store().find('all', 2)).toBeUndefined();
      expect(await store().remembered('all')).toBeUndefined();
    });

    test('the newest come first, numbers as numbers, and more says whether there are others', async () => {
      for (const version of [1, 2, 9, 10, 11])
        await store().write([{ put: sampleVersion('list', version), expects: 'absent' }]);
      const numbers = async (limit: number) => {
        const { versions, more } = await store().newest('list', limit);
        return [versions.map(({ version }) => version), more];
      };
      expect(await numbers(2)).toEqual([[11, 10], true]);
      expect(await numbers(9)).toEqual([[11, 10, 9, 2, 1], false]);
      expect(await store().newest('no such rule', 9)).toEqual({ versions: [], more: false });
    });

    test('a key is remembered once, answered if it is remembered, and forgotten', async () => {
      const kept = { ...remember, key: 'kept' };
      expect(await store().write([{ answer, key: 'kept' }])).toBe(false);
      expect(await store().write([{ remember: kept }])).toBe(true);
      expect(await store().write([{ remember: { ...kept, hash: 'other' } }])).toBe(false);
      expect(await store().remembered('kept')).toEqual(kept);
      expect(await store().write([{ answer, key: 'kept' }])).toBe(true);
      expect(await store().remembered('kept')).toEqual({ ...kept, answer });
      expect(await store().write([{ remove_response: 'kept' }])).toBe(true);
      expect(await store().remembered('kept')).toBeUndefined();
      expect(await store().write([{ remember: { ...kept, answer } }])).toBe(true);
      expect(await store().remembered('kept')).toEqual({ ...kept, answer });
    });

    test('open are those with a mark, oldest first', async () => {
      const open = async () => (await store().open()).filter(({ rule }) => rule.startsWith('open-'));
      await store().write([{ put: sampleVersion('open-b', 2, { open_since: 20 }), expects: 'absent' }]);
      await store().write([{ put: sampleVersion('open-a', 1, { open_since: 10 }), expects: 'absent' }]);
      await store().write([{ put: sampleVersion('open-a', 2), expects: 'absent' }]);
      expect(await open()).toEqual([
        { rule: 'open-a', version: 1 },
        { rule: 'open-b', version: 2 },
      ]);
      await store().write([{ put: sampleVersion('open-a', 1, { rev: 2 }), expects: 1 }]);
      expect(await open()).toEqual([{ rule: 'open-b', version: 2 }]);
    });
  });
