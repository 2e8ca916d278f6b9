import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { environments } from '../../infra/environments.ts';
import { vaults } from '../../infra/vaults.ts';
import type { Template } from './template.ts';
import { type Shape, unbundledTemplates } from './unbundled-templates.ts';

type Statement = {
  readonly Sid?: string;
  readonly Effect: string;
  readonly Principal?: { readonly Service?: string | readonly string[] };
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

const region = 'eu-central-1';
const shapes: Readonly<Record<string, Shape>> = {
  ...Object.fromEntries(
    Object.values(environments).map((environment) => [environment.name, { environment, region }]),
  ),
  'prod with everything': {
    environment: {
      ...environments.prod,
      firewall: true,
      traced: true,
      backup: { copy_to: 'arn:aws:backup:eu-central-1:444455556666:backup-vault:payments', kept_days: 35 },
      vault: {
        merchant: 'shop',
        url: 'https://cards.example',
        forward: 'arn:aws:lambda:eu-central-1:444455556666:function:prod-vault-forward:live',
        manage: 'arn:aws:lambda:eu-central-1:444455556666:function:prod-vault-manage:live',
        receipt_keys: [{ id: 'r1', key: 'AAAA' }],
      },
    },
    region,
  },
  ...Object.fromEntries(
    Object.entries(vaults).map(([name, vault]) => [`vault of ${name}`, { vault, region }]),
  ),
};

const directory = mkdtempSync(join(tmpdir(), 'deputies-'));
let templates: Readonly<Record<string, readonly Template[]>>;

beforeAll(() => {
  const made = unbundledTemplates(directory, Object.values(shapes));
  templates = Object.fromEntries(
    Object.keys(shapes).map((name, index) => [name, Object.values(made[index] ?? {})]),
  );
});

afterAll(() => rmSync(directory, { recursive: true }));

/** Every policy statement anywhere in a value, whatever the property is called. */
const statementsIn = (value: unknown): readonly Statement[] => {
  if (Array.isArray(value)) return value.flatMap(statementsIn);
  if (typeof value !== 'object' || value === null) return [];
  const { Statement: own } = value as { readonly Statement?: unknown };
  return [...(Array.isArray(own) ? (own as Statement[]) : []), ...Object.values(value).flatMap(statementsIn)];
};

const sourceKey = /^aws:Source(Account|Arn)$/i;

/** It names this account, or something that the template makes in it. */
const isOfThisAccount = (value: unknown): boolean =>
  /"AWS::AccountId"|"Fn::GetAtt"|"Ref":"(?!AWS::(Region|Partition|URLSuffix))/.test(JSON.stringify(value));

const saysForWhom = ({ Condition = {} }: Statement): boolean =>
  Object.entries(Condition).some(
    ([operator, keys]) =>
      /^(String|Arn)(Equals|Like)(IfExists)?$/.test(operator) &&
      Object.entries(keys).some(([key, value]) => sourceKey.test(key) && isOfThisAccount(value)),
  );

/** Says whether a service may omit for whom it acts: only where a role, which its own account alone can pass on, or a key's context replaces it. */
const isOptional = ({ Condition = {} }: Statement): boolean =>
  Object.keys(Condition).includes('StringEqualsIfExists');

describe.each(Object.keys(shapes))('in the templates of %s', (name) => {
  const all = () =>
    (templates[name] ?? []).flatMap(({ Resources }) => Object.entries(Resources)) as readonly (readonly [
      string,
      Template['Resources'][string],
    ])[];

  test('no policy lets a service of AWS act for a stranger', () => {
    const found = all().flatMap(([id, { Type, Properties }]) =>
      statementsIn(Properties)
        .filter(({ Effect, Principal }) => Effect === 'Allow' && Principal?.Service !== undefined)
        .map((statement) => ({ id, Type, statement })),
    );
    expect(found.length).toBeGreaterThan(5);
    expect(found.filter(({ statement }) => !saysForWhom(statement))).toEqual([]);
    for (const { Type, statement } of found.filter((each) => isOptional(each.statement))) {
      expect(['AWS::IAM::Role', 'AWS::KMS::Key']).toContain(Type);
      if (Type === 'AWS::KMS::Key')
        expect(statement.Condition).toMatchObject({
          ArnLike: { 'kms:EncryptionContext:aws:logs:arn': expect.anything() },
        });
      else
        expect(String(statement.Principal?.Service)).toMatch(
          /^(codedeploy|appconfig|backup)\.amazonaws\.com$/,
        );
    }
  });

  test('no function may be called by a service for a stranger, but the validator, whose verdict is on the stranger’s own document', () => {
    const open = all()
      .filter(([, { Type }]) => Type === 'AWS::Lambda::Permission')
      .filter(([, { Properties }]) => /amazonaws\.com/.test(JSON.stringify(Properties.Principal)))
      .filter(([, { Properties }]) => ![Properties.SourceArn, Properties.SourceAccount].some(isOfThisAccount))
      .map(([, { Properties }]) => Properties.Principal);
    expect(open).toEqual(name.startsWith('vault') ? [] : ['appconfig.amazonaws.com']);
  });
});
