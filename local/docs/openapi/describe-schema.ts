import { descriptions } from '../descriptions/schema-descriptions.ts';
import type { JsonSchema } from './open-api-document.ts';

/** Adds the texts to a component: its own under `''`, its fields' under their paths (`redirect_to_url.url`). Throws if texts and fields differ. */
export const describeSchema = (name: string, schema: JsonSchema): JsonSchema => {
  const texts = descriptions[name] ?? {};
  const used = new Set<string>();
  const say = (path: string): string => {
    const text = texts[path];
    if (text === undefined) throw new Error(`${name}${path && '.'}${path} has no description`);
    used.add(path);
    return text;
  };
  const describe = (path: string, part: JsonSchema): JsonSchema => {
    const described = { description: say(path), ...part };
    if (!part.properties) return described;
    const properties = Object.entries(part.properties).map(
      ([key, inner]) => [key, describe(path === '' ? key : `${path}.${key}`, inner)] as const,
    );
    return { ...described, properties: Object.fromEntries(properties) };
  };
  const described = describe('', schema);
  const spare = Object.keys(texts).filter((path) => !used.has(path));
  if (spare.length > 0) throw new Error(`${name} has no ${spare.join(', ')}`);
  return described;
};
