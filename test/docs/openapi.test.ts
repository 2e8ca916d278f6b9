import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { routes } from '../../lib/http/routes.ts';
import { errorCodes } from '../../lib/types/error-codes.ts';
import { buildDocument } from '../../local/docs/openapi/build-document.ts';
import { routeOperations } from '../../local/docs/openapi/route-operations.ts';
import { testWith } from '../tools/extras.ts';
import { generatedFiles } from '../tools/generated-files.ts';

const root = join(import.meta.dirname, '../..');

const linter = '@redocly/openapi-core' as string;

type Linter = {
  readonly createConfig: (config: object) => Promise<object>;
  readonly lintFromString: (options: {
    readonly source: string;
    readonly absoluteRef: string;
    readonly config: object;
  }) => Promise<readonly { readonly ruleId: string; readonly message: string }[]>;
};

describe('what is made from the schemas is up to date (npm run openapi)', () => {
  test.each(Object.entries(generatedFiles()))('%s', (path, content) => {
    expect(readFileSync(join(root, path), 'utf8') === content).toBe(true);
  });
});

describe('the document', () => {
  const document = buildDocument();

  testWith(linter)('passes the linter at its strictest', async () => {
    const { createConfig, lintFromString }: Linter = await import(linter);
    // A return from 3-D Secure is answered with a redirect and nothing else.
    const config = await createConfig({
      extends: ['recommended-strict'],
      rules: { 'operation-2xx-response': 'off' },
    });
    const source = generatedFiles()['docs/openapi.yaml'] ?? '';
    const problems = await lintFromString({ source, absoluteRef: join(root, 'docs/openapi.yaml'), config });
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  });

  test('names the licence of the repository', () => {
    const { license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(document.info.license.identifier).toBe(license);
  });

  test('has every route, with its method, token and scope', () => {
    const reported = Object.entries(document.paths).flatMap(([path, { get, post, delete: remove }]) =>
      Object.entries({ GET: get, POST: post, DELETE: remove }).flatMap(([method, operation]) =>
        operation ? [{ path, method, security: operation.security }] : [],
      ),
    );
    const expected = routes.map((route) => ({
      path: route.path,
      method: route.method,
      security: {
        none: [],
        api_key: [{ apiKey: [route.scope] }],
        session_or_api_key: [{ apiKey: [route.scope] }, { clientSecret: [] }],
        link_or_api_key: [{ apiKey: [route.scope] }, { paymentLink: [] }],
        any: [{ apiKey: [] }, { clientSecret: [] }],
      }[route.token],
    }));
    const byRoute = (entry: { path: string; method: string }) => `${entry.path} ${entry.method}`;
    expect(new Map(reported.map((entry) => [byRoute(entry), entry]))).toEqual(
      new Map(expected.map((entry) => [byRoute(entry), entry])),
    );
  });

  test('says which parameters a query needs: those without which the service refuses it', () => {
    const operations = Object.values(document.paths).flatMap(({ get, post, delete: remove }) => [
      get,
      post,
      remove,
    ]);
    for (const { id, text } of routeOperations()) {
      if (!text.query) continue;
      const refused = z.safeParse(text.query.schema, {}).error?.issues ?? [];
      const { parameters = [] } = operations.find((one) => one?.operationId === id) ?? {};
      const needed = parameters.flatMap((one) =>
        'name' in one && one.in === 'query' && one.required ? [one.name] : [],
      );
      expect([id, needed]).toEqual([id, refused.map(({ path: [name] }) => name)]);
    }
  });

  test('answers every operation with success or a redirect', () => {
    for (const { get, post, delete: remove } of Object.values(document.paths))
      for (const operation of [get, post, remove])
        if (operation)
          expect(Object.keys(operation.responses)).toContainEqual(expect.stringMatching(/^(2..|303)$/));
  });

  test('names every error code at an operation, but for those that belong to none', () => {
    const named = new Set(routeOperations().flatMap(({ codes }) => codes));
    const others = Object.keys(errorCodes).filter((code) => !named.has(code as never));
    // No operation has a path that does not exist.
    expect(others).toEqual(['method_not_allowed']);
  });

  test('holds every error code and its type', () => {
    for (const [code, { type }] of Object.entries(errorCodes)) {
      const name = type.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
      const schema = document.components.schemas[name];
      expect(schema?.properties?.type?.const).toBe(type);
      expect(schema?.properties?.code?.enum ?? [schema?.properties?.code?.const]).toContain(code);
    }
  });

  test('carries no secret and nothing of the machine it was made on', () => {
    const text = JSON.stringify(document);
    expect(text).not.toMatch(/sk_(test|live)_(?!0{36}")[A-Za-z0-9]{10}/);
    expect(text.match(/127\.0\.0\.1:\d+/g)?.every((address) => address === '127.0.0.1:4000')).toBe(true);
    for (const [secret] of text.matchAll(/_secret_[A-Za-z0-9_-]{40,}/g))
      expect(secret).toMatch(/^_secret_k10{43}$/);
  });
});
