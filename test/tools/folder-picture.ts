import { type FolderImport, folders } from './folder-imports.ts';

/** Nearly every folder imports it, so its arrows would hide the others. */
const everywhere = 'lib/types';

/** The folders and their imports as a Mermaid picture. */
export const folderPicture = (imports: readonly FolderImport[]): string =>
  [
    '```mermaid',
    'flowchart TB',
    ...folders()
      .filter((folder) => folder !== everywhere)
      .map((folder) => `  ${idOf(folder)}["${folder}"]`),
    ...imports
      .filter(({ to }) => to !== everywhere)
      .map(({ from, to, type_only }) => `  ${idOf(from)} ${type_only ? '-.->' : '-->'} ${idOf(to)}`),
    '```',
    '',
    `Dotted: types only. Not drawn: \`${everywhere}\`, which ${importersOf(everywhere, imports)} imports.`,
  ].join('\n');

/** Mermaid takes neither a slash nor a hyphen in an id. */
const idOf = (folder: string): string => folder.replace(/\W/g, '_');

const importersOf = (to: string, imports: readonly FolderImport[]): string => {
  const others = folders().filter(
    (folder) => folder !== to && !imports.some((one) => one.from === folder && one.to === to),
  );
  return ['every folder', ...others.map((folder) => `but \`${folder}\``)].join(' ');
};
