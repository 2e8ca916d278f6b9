import type { Resource, Template } from './assembly.ts';

/** By logical id, the resources that CloudFormation handles before it: whatever it names in `Ref`, `GetAtt`, `Sub`, `DependsOn` or its `UpdatePolicy`. */
export type ReferenceGraph = ReadonlyMap<string, ReadonlySet<string>>;

export const referenceGraph = ({ Resources }: Template): ReferenceGraph => {
  const ids = new Set(Object.keys(Resources));
  return new Map(
    Object.entries(Resources).map(([id, resource]) => [
      id,
      new Set(namedIn(resource).filter((named) => ids.has(named))),
    ]),
  );
};

const namedIn = ({ Properties, DependsOn, UpdatePolicy, ...rest }: Resource): readonly string[] => [
  ...[DependsOn ?? []].flat(),
  ...inValue(Properties),
  ...inValue(UpdatePolicy),
  ...inValue((rest as { readonly CreationPolicy?: unknown }).CreationPolicy),
];

const inValue = (value: unknown): readonly string[] => {
  if (Array.isArray(value)) return value.flatMap(inValue);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, operand]) => {
    if (name === 'Ref' && typeof operand === 'string') return [operand];
    if (name === 'Fn::GetAtt') return [String([operand].flat()[0]).split('.')[0] ?? ''];
    if (name === 'Fn::Sub') return inSub(operand);
    return inValue(operand);
  });
};

/** `${Id}` and `${Id.Attribute}`; a variable of the second form of `Sub` stands for its own value, and `${!Id}` for itself. */
const inSub = (operand: unknown): readonly string[] => {
  const [text, variables = {}] = Array.isArray(operand) ? operand : [operand];
  const named = [...String(text).matchAll(/\$\{([A-Za-z0-9]+)(?:\.[^}]*)?\}/g)].map(([, id = '']) => id);
  return [...named.filter((id) => !Object.hasOwn(variables, id)), ...inValue(Object.values(variables))];
};

/** Every resource that waits for itself, sorted. */
export const inCycles = (graph: ReferenceGraph): readonly string[] =>
  [...graph.keys()].filter((id) => comesBefore(graph, id).has(id)).toSorted();

/** All that is handled before a resource, at any distance. */
const comesBefore = (graph: ReferenceGraph, id: string): ReadonlySet<string> => {
  const found = new Set<string>();
  const waiting = [...(graph.get(id) ?? [])];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    waiting.push(...(graph.get(next) ?? []));
  }
  return found;
};
