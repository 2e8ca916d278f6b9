import type { Template } from '../cost/standing-in.ts';

type Key = { readonly AttributeName: string };
type Index = { readonly IndexName: string; readonly KeySchema: readonly Key[] };
type Table = {
  readonly AttributeDefinitions: readonly Key[];
  readonly KeySchema: readonly Key[];
  readonly GlobalSecondaryIndexes?: readonly Index[];
  readonly Replicas: readonly object[];
};
type Resource = NonNullable<Template['Resources']>[string];

export type IndexStages = {
  /** To be deployed one after the other, each once all indexes of the last are active. They change nothing but indexes, at most one of each table. */
  readonly before: readonly Template[];
  /**
   * What was wanted, and indexes that only the deployed code reads: it is still running, and somebody may go back to it. The next deploy removes them:
   * `npm run release -- back` goes by the last update, so nothing may follow this one.
   */
  readonly deploy: Template;
};

/**
 * How to come from the deployed template to the wanted one. DynamoDB creates or removes one index of a table at a time, CloudFormation rejects an
 * update with two, and code may read an index only once it is active.
 */
export const indexStages = (deployed: Template, wanted: Template): IndexStages => {
  const moves = Object.entries(tablesIn(wanted)).flatMap(([id, next]) => {
    const now = tablesIn(deployed)[id];
    return now ? [[id, moveOf(now, next)] as const] : [];
  });
  const longest = Math.max(0, ...moves.map(([, { states }]) => states.length));
  return {
    before: Array.from({ length: longest }, (_, step) =>
      withTables(
        deployed,
        moves.map(([id, { states }]) => [id, states[step] ?? states.at(-1)]),
      ),
    ),
    deploy: withTables(
      wanted,
      moves.map(([id, { end }]) => [id, end]),
    ),
  };
};

/** In the table's metadata: the names of indexes that no deployed code reads. */
const unused = 'payments:unused-indexes';

const tablesIn = ({ Resources = {} }: Template): Readonly<Record<string, Resource>> =>
  Object.fromEntries(
    Object.entries(Resources).filter(([, { Type }]) => Type === 'AWS::DynamoDB::GlobalTable'),
  );

const moveOf = (now: Resource, next: Resource): { states: readonly Resource[]; end: Resource } => {
  const [before, after] = [indexesOf(now), indexesOf(next)];
  const useless = (now.Metadata?.[unused] ?? []) as readonly string[];
  const removed = before.filter((index) => useless.includes(index.IndexName) && !isAmong(after, index));
  const left = before.filter((index) => !isAmong(removed, index));
  const added = after.filter((index) => !isAmong(before, index));
  const definitions = [...tableOf(now).AttributeDefinitions, ...tableOf(next).AttributeDefinitions];
  const kept = left.filter((index) => !isAmong(after, index));
  return {
    states: [
      ...removed.map((_, n) => [...left, ...removed.slice(n + 1)]),
      ...added.map((_, n) => [...left, ...added.slice(0, n + 1)]),
    ].map((indexes) =>
      marked(
        withIndexes(now, indexes, definitions),
        indexes.filter(({ IndexName }) => useless.includes(IndexName)),
      ),
    ),
    end: kept.length === 0 ? next : marked(withIndexes(next, [...after, ...kept], definitions), kept),
  };
};

const tableOf = ({ Properties }: Resource): Table => Properties as unknown as Table;
const indexesOf = (table: Resource): readonly Index[] => tableOf(table).GlobalSecondaryIndexes ?? [];
const isAmong = (indexes: readonly Index[], { IndexName }: Index): boolean =>
  indexes.some((index) => index.IndexName === IndexName);

/** Attributes are defined exactly if a key has them. */
const withIndexes = (table: Resource, indexes: readonly Index[], definitions: readonly Key[]): Resource => {
  const { KeySchema, Replicas } = tableOf(table);
  const keys = new Set([KeySchema, ...indexes.map((index) => index.KeySchema)].flat().map(nameOf));
  const defined = new Map(definitions.map((definition) => [nameOf(definition), definition]));
  const names = indexes.map(({ IndexName }) => ({ IndexName }));
  return {
    ...table,
    Properties: {
      ...table.Properties,
      AttributeDefinitions: [...keys].map((name) => defined.get(name)),
      GlobalSecondaryIndexes: indexes,
      Replicas: Replicas.map((replica) => ({ ...replica, GlobalSecondaryIndexes: names })),
    },
  };
};

const nameOf = ({ AttributeName }: Key): string => AttributeName;

/** With the names of these as unused, and of no others. */
const marked = ({ Metadata = {}, ...table }: Resource, indexes: readonly Index[]): Resource => {
  const { [unused]: _, ...others } = Metadata;
  const names = indexes.map(({ IndexName }) => IndexName);
  const metadata = names.length === 0 ? others : { ...others, [unused]: names };
  return { ...table, ...(Object.keys(metadata).length > 0 && { Metadata: metadata }) };
};

const withTables = (
  template: Template,
  tables: readonly (readonly [string, Resource | undefined])[],
): Template => ({
  ...template,
  Resources: {
    ...template.Resources,
    ...Object.fromEntries(tables.flatMap(([id, table]) => (table ? [[id, table]] : []))),
  },
});
