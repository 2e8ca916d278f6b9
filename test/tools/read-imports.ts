export type Import = {
  /** As it is written: `../types/money.ts`, `#psps`. */
  readonly path: string;
  readonly type_only: boolean;
};

/** What a formatted source file imports or re-exports, however it is written. */
export const readImports = (source: string): readonly Import[] => [
  ...[...source.matchAll(statements)].map(([, type, path = '']) => ({ path, type_only: type !== undefined })),
  ...[...source.matchAll(calls)].map(([, type, path = '']) => ({ path, type_only: type !== undefined })),
];

/** No `=`, `(` or `;` may come before the path, so that no other export is taken for a re-export. */
const statements = /^(?:import|export)\b(\s+type\b)?[^'=;()]*'([^']+)'/gm;

/** `await import('…')`, with a template too, and the type `import('…').Name`, which nothing awaits or returns. */
const calls = /^(type\b.*|export type\b.*)?.*?\bimport\(\s*['`]([^'`]+)['`]/gm;
