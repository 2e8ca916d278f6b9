/** What a formatted source file imports or re-exports, types too, as it is written: `../types/money.ts`, `#psps`. */
export const readImports = (source: string): readonly string[] =>
  [statements, calls].flatMap((form) => [...source.matchAll(form)].map(([, path = '']) => path));

/** No `=`, `(` or `;` may come before the path, so that no other export is taken for a re-export. */
const statements = /^(?:import|export)\b[^'=;()]*'([^']+)'/gm;

/** `await import('…')`, with a template too, and the type `import('…').Name`. */
const calls = /\bimport\(\s*['`]([^'`]+)['`]/gm;
