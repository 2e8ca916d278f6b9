import { describe, expect, test } from '@jest/globals';
import { pruneSpec } from '../tools/prune-spec.ts';
import { readSpec } from '../tools/specs.ts';
import { specSources } from './subjects.ts';

type Stored = {
  readonly 'x-source': { readonly repo: string; readonly path: string; readonly commit: string };
  readonly paths?: Readonly<Record<string, unknown>>;
  readonly components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

describe('npm run specs', () => {
  const missing = specSources.some(({ file }) => readSpec(file) === undefined);
  const atHand = missing ? test.skip : test;

  atHand.each(specSources)('$file comes from where its own note says', (source) => {
    const stored = readSpec(source.file) as Stored;
    const { repo, path, commit } = stored['x-source'];
    expect({ repo: repo.split(' ')[0], path, commit }).toEqual({
      repo: source.repo,
      path: source.path,
      commit: source.commit,
    });
  });

  atHand.each(specSources.filter(({ keeps }) => keeps !== undefined))(
    '$file keeps every stored call',
    (source) => {
      const stored = readSpec(source.file) as Stored;
      const used = Object.keys(stored.paths ?? {});
      const pruned = pruneSpec(stored, source.keeps) as Stored;
      expect(used.length).toBeGreaterThan(0);
      const keeps = source.keeps ?? [];
      expect(Object.keys(pruned.paths ?? {})).toEqual(
        used.filter((path) => keeps.some((start) => path.startsWith(start))),
      );
      // Whatever a kept schema refers to is kept with it.
      const text = JSON.stringify([pruned.paths, pruned.components]);
      const refs = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"/]+)"/g)];
      for (const [, kind = '', name = ''] of refs) expect(pruned.components?.[kind]?.[name]).toBeDefined();
    },
  );

  test('unreachable parts are left out', () => {
    const document = {
      paths: { '/v1/a': { $ref: '#/components/schemas/A' }, '/v2/b': { $ref: '#/components/schemas/B' } },
      components: {
        schemas: { A: { items: { $ref: '#/components/schemas/C' } }, B: {}, C: { type: 'string' } },
      },
    };
    expect(pruneSpec(document, ['/v1'])).toEqual({
      paths: { '/v1/a': { $ref: '#/components/schemas/A' } },
      components: { schemas: { A: { items: { $ref: '#/components/schemas/C' } }, C: { type: 'string' } } },
    });
    expect(() => pruneSpec({ paths: { '/v1/a': { $ref: '#/components/schemas/X' } } }, ['/v1'])).toThrow(
      'schemas/X',
    );
  });
});
