import { folders } from './folder-imports.ts';

/** What each folder may import besides itself. `lib`: all of its folders. */
const table: Readonly<Record<string, readonly string[]>> = {
  'lib/types': [],
  'lib/routing': ['lib/types'],
  'lib/domain-events': ['lib/types', 'lib/routing'],
  'lib/outbound-webhooks': ['lib/types', 'lib/domain-events'],
  'lib/exports': ['lib/types'],
  'lib/keys': ['lib/types'],
  'lib/people': ['lib/types'],
  'lib/psp': ['lib/types'],
  'lib/storage': ['lib/types'],
  'lib/config': ['lib/types', 'lib/routing'],
  'lib/charge': ['lib/types'],
  'lib/payments': ['lib/types', 'lib/routing', 'lib/charge'],
  'lib/vault-protocol': ['lib/types'],
  'lib/vault': ['lib/types', 'lib/vault-protocol'],
  'lib/contract': ['lib/types', 'lib/routing', 'lib/vault-protocol'],
  'lib/http': ['lib/types', 'lib/routing', 'lib/contract', 'lib/vault-protocol'],
  'lib/runtime': ['lib'],
  functions: [
    'lib/types',
    'lib/config',
    'lib/contract',
    'lib/domain-events',
    'lib/exports',
    'lib/http',
    'lib/keys',
    'lib/outbound-webhooks',
    'lib/payments',
    'lib/people',
    'lib/runtime',
    'lib/vault',
    'lib/vault-protocol',
  ],
  local: ['lib', 'functions', 'clients'],
  infra: ['lib', 'clients'],
  clients: ['lib/types', 'lib/http'],
};

/** The folders of `lib/payments`, from the top: each may import those after it. */
export const paymentFolders = [
  'decisions',
  'recovery',
  'webhooks',
  'operations',
  'sessions',
  'confirm',
  'reconcile',
  'reports',
  'records',
] as const;

/** Single files that a folder may import all the same. */
export const exceptions = [{ from: 'infra', to: 'local', file: 'local/docs/pages/docs-pages.ts' }] as const;

const mayImport = (from: string, to: string): boolean =>
  from === to || (table[from] ?? []).some((allowed) => to === allowed || to.startsWith(`${allowed}/`));

/** What each folder may import, as `npm run check` enforces it. */
export const importRules = (): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    folders().map((from) => [from, folders().filter((to) => to !== from && mayImport(from, to))]),
  );

/** What each folder may not import. No folder of the product imports its measurements or its tests. */
export const forbiddenImports = (): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    folders().map((from) => [from, [...folders().filter((to) => !mayImport(from, to)), 'bench', 'test']]),
  );

/** `import-rules.grit`, which `npm run docs` writes and `npm run check` applies: the folders of `lib`. */
export const libRules = (): string =>
  [
    'language js',
    '',
    '// Made by `npm run docs` from test/tools/import-rules.ts: imports between the folders of lib point down.',
    'or {',
    '  JsModuleSource(),',
    '  JsImportCallExpression(),',
    '  TsImportType()',
    '} as $import where {',
    '  or {',
    [...inLib().map(ruleOf), ...paymentFolders.slice(1).map(ruleOfPayments), ruleOfOthers()].join(',\n'),
    '  },',
    '  register_diagnostic(span=$import, message=`this folder may import $allowed`)',
    '}',
    '',
  ].join('\n');

const inLib = (): readonly string[] => folders().filter((folder) => folder.startsWith('lib/'));

const forbiddenNames = (from: string): readonly string[] =>
  (forbiddenImports()[from] ?? []).map((name) => name.replace('lib/', ''));

const allowedIn = (from: string): string => (table[from] ?? []).join(', ') || 'nothing';

const ruleOf = (from: string): string =>
  [
    '    and {',
    `      $filename <: r".*/${from}/.*",`,
    `      $import <: r"(?s).*[\\"'](?:\\.\\./)+(?:${forbiddenNames(from).join('|')})/.*",`,
    `      $allowed = "${allowedIn(from)}"`,
    '    }',
  ].join('\n');

const ruleOfPayments = (from: string, index: number): string =>
  [
    '    and {',
    `      $filename <: r".*/lib/payments/${from}/.*",`,
    `      $import <: r"(?s).*[\\"'](?:\\.\\./)+(?:${paymentFolders.slice(0, index + 1).join('|')})/.*",`,
    `      $allowed = "of lib/payments: ${paymentFolders.slice(index + 2).join(', ') || 'nothing'}"`,
    '    }',
  ].join('\n');

const ruleOfOthers = (): string =>
  [
    '    and {',
    '      $filename <: r".*/lib/[^/]+/.*",',
    `      ! $filename <: r".*/(?:${inLib().join('|')})/.*",`,
    '      $allowed = "nothing before test/tools/import-rules.ts names it"',
    '    }',
  ].join('\n');

type Override = {
  readonly includes: readonly string[];
  readonly linter: { readonly rules?: { readonly style?: { readonly noRestrictedImports?: Restricted } } };
};
type Restricted = { readonly level: string; readonly options: Readonly<Record<string, unknown>> };

/**
 * The overrides of `biome.json` with those of the folders around `lib`, which `npm run docs` writes. Of several overrides the last that matches a file
 * replaces a rule's options, so a folder has one with everything that it may not import: `functions`, too, takes time and chance from ports.
 */
export const withImportRules = (overrides: readonly Override[]): readonly Override[] => {
  const bans = overrides.find(({ includes }) => includes.includes('lib/**'))?.linter.rules?.style;
  return overrides.map((override) => {
    const [first = ''] = override.includes;
    const from = first.replace('/**', '');
    if (override.includes.length > 1 || from.startsWith('lib') || !(from in table)) return override;
    if (!override.linter.rules?.style?.noRestrictedImports) return override;
    const { paths } = from === 'functions' ? (bans?.noRestrictedImports?.options ?? {}) : {};
    const options = { ...(paths ? { paths } : {}), patterns: [patternOf(from)] };
    return {
      ...override,
      linter: { rules: { style: { noRestrictedImports: { level: 'error', options } } } },
    };
  });
};

const patternOf = (from: string) => ({
  group: [
    `**/{${forbiddenNames(from).join(',')}}/**`,
    ...exceptions.flatMap((one) => (one.from === from ? [`!**/${one.file}`] : [])),
  ],
  message: `${from} may import ${allowedIn(from)}`,
});
