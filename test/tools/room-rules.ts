import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rooms } from './room-imports.ts';

const root = join(import.meta.dirname, '../..');

/** What each room may import, by the rules that `npm run check` enforces: every room that its rule does not deny. */
export const roomRules = (): Readonly<Record<string, readonly string[]>> => {
  const all = rooms();
  const denied = new Map([...deniedInLib(), ...deniedAround()]);
  return Object.fromEntries(
    all.map((room) => {
      const names = denied.get(room);
      if (names === undefined) throw new Error(`${room} has no import rule`);
      return [room, all.filter((other) => other !== room && !names.includes(other.replace('lib/', '')))];
    }),
  );
};

/** rooms.grit: a pattern for the room, then one for what it may not import. */
const deniedInLib = (): readonly [string, readonly string[]][] =>
  [
    ...readFileSync(join(root, 'rooms.grit'), 'utf8').matchAll(
      /\$filename <: r"\.\*\/(lib\/\w+)\/\.\*",\s+\$import <: .*\(\?:([a-z|]+)\)\/\.\*"/g,
    ),
  ].map(([, room = '', names = '']) => [room, names.split('|')]);

/** biome.json: an override for the folder, with a pattern for what it may not import. */
const deniedAround = (): readonly [string, readonly string[]][] => {
  const { overrides }: Configuration = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'));
  return overrides.flatMap(({ includes: [folder = ''], linter }) => {
    const [pattern] = linter.rules?.style?.noRestrictedImports?.options?.patterns ?? [];
    const names = /\{([a-z,]+)\}/.exec(pattern?.group[0] ?? '')?.[1];
    return names === undefined ? [] : [[folder.replace('/**', ''), names.split(',')]];
  });
};

type Configuration = {
  readonly overrides: readonly {
    readonly includes: readonly string[];
    readonly linter: {
      readonly rules?: {
        readonly style?: {
          readonly noRestrictedImports?: {
            readonly options?: { readonly patterns?: readonly { readonly group: readonly string[] }[] };
          };
        };
      };
    };
  }[];
};
