import { describe, expect, test } from '@jest/globals';
import type { Template } from '../../infra/cost/standing-in.ts';
import { indexStages } from '../../infra/deploying/index-stages.ts';

const attribute = (name: string) => ({ AttributeName: name, AttributeType: 'S' });
const key = (AttributeName: string, KeyType = 'HASH') => ({ AttributeName, KeyType });

/** A table as the stack describes it, with an index of its own key and a shared one for each name. */
const table = (...names: readonly string[]) => ({
  Type: 'AWS::DynamoDB::GlobalTable',
  Properties: {
    TableName: 'payments-dev-sessions',
    AttributeDefinitions: ['id', ...(names.length > 0 ? ['at'] : []), ...names].map(attribute),
    KeySchema: [key('id')],
    GlobalSecondaryIndexes: names.map((name) => ({
      IndexName: name,
      KeySchema: [key(name), key('at', 'RANGE')],
      Projection: { ProjectionType: 'KEYS_ONLY' },
    })),
    Replicas: [{ Region: 'us-east-1', GlobalSecondaryIndexes: names.map((name) => ({ IndexName: name })) }],
  },
});
const code = (version: number) => ({ Type: 'AWS::Lambda::Function', Properties: { version } });

const template = (version: number, tables: Readonly<Record<string, ReturnType<typeof table>>>): Template => ({
  Resources: { code: code(version), ...tables },
});

/** Of each stage and of the deploy: the code's version, and each table's indexes. */
const stagesOf = (deployed: Template, wanted: Template) => {
  const { before, deploy } = indexStages(deployed, wanted);
  return [...before, deploy].map(({ Resources = {} }) =>
    Object.fromEntries(
      Object.entries(Resources).map(([id, { Properties = {} }]) => [
        id,
        Properties.version ??
          (Properties.GlobalSecondaryIndexes as readonly { readonly IndexName: string }[]).map(
            ({ IndexName }) => IndexName,
          ),
      ]),
    ),
  );
};

describe('a deploy that changes indexes', () => {
  test('adds them one by one for each table, before the code that reads them', () => {
    const deployed = template(1, { sessions: table('a'), charges: table() });
    const wanted = template(2, { sessions: table('a', 'b', 'c', 'd'), charges: table('e') });
    expect(stagesOf(deployed, wanted)).toEqual([
      { code: 1, sessions: ['a', 'b'], charges: ['e'] },
      { code: 1, sessions: ['a', 'b', 'c'], charges: ['e'] },
      { code: 1, sessions: ['a', 'b', 'c', 'd'], charges: ['e'] },
      { code: 2, sessions: ['a', 'b', 'c', 'd'], charges: ['e'] },
    ]);
  });

  test('keeps one that only the code before reads, and the next deploy removes it first', () => {
    const deployed = template(1, { sessions: table('a', 'old', 'older') });
    const wanted = template(2, { sessions: table('a', 'new') });
    expect(stagesOf(deployed, wanted)).toEqual([
      { code: 1, sessions: ['a', 'old', 'older', 'new'] },
      { code: 2, sessions: ['a', 'new', 'old', 'older'] },
    ]);
    const { deploy } = indexStages(deployed, wanted);
    expect(stagesOf(deploy, template(3, { sessions: table('a', 'new', 'newer') }))).toEqual([
      { code: 2, sessions: ['a', 'new', 'older'] },
      { code: 2, sessions: ['a', 'new'] },
      { code: 2, sessions: ['a', 'new', 'newer'] },
      { code: 3, sessions: ['a', 'new', 'newer'] },
    ]);
  });

  test('removes none that the wanted code reads again', () => {
    const former = template(1, { sessions: table('a', 'old') });
    const { deploy } = indexStages(former, template(2, { sessions: table('a', 'new') }));
    expect(stagesOf(deploy, former)).toEqual([{ code: 1, sessions: ['a', 'old', 'new'] }]);
  });

  test('defines the attributes of keys, and those only, in the table and in its replica', () => {
    const { before, deploy } = indexStages(
      template(1, { sessions: table('old') }),
      template(2, { sessions: table('b', 'c') }),
    );
    for (const { Resources } of [...before, deploy]) {
      const { Properties = {} } = Resources?.sessions ?? {};
      const indexes = Properties.GlobalSecondaryIndexes as readonly { readonly IndexName: string }[];
      const names = indexes.map(({ IndexName }) => IndexName);
      expect(Properties.AttributeDefinitions).toEqual(
        expect.arrayContaining(['id', 'at', ...names].map(attribute)),
      );
      expect(Properties.AttributeDefinitions).toHaveLength(2 + names.length);
      expect(Properties.Replicas).toEqual([
        { Region: 'us-east-1', GlobalSecondaryIndexes: names.map((IndexName) => ({ IndexName })) },
      ]);
    }
  });
});

test('a deploy that changes none, a first one, and a new table have no stage of their own', () => {
  const wanted = template(2, { sessions: table('a', 'b') });
  for (const deployed of [{}, template(1, {}), template(1, { sessions: table('a', 'b') })])
    expect(indexStages(deployed, wanted)).toEqual({ before: [], deploy: wanted });
});
