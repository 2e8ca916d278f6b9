import { type RoomImport, rooms } from './room-imports.ts';

/** Nearly every room imports it, so its arrows would hide the others. */
const everywhere = 'lib/types';

/** The rooms and their imports as a Mermaid picture. */
export const roomPicture = (imports: readonly RoomImport[]): string =>
  [
    '```mermaid',
    'flowchart TB',
    ...rooms()
      .filter((room) => room !== everywhere)
      .map((room) => `  ${idOf(room)}["${room}"]`),
    ...imports
      .filter(({ to }) => to !== everywhere)
      .map(({ from, to, type_only }) => `  ${idOf(from)} ${type_only ? '-.->' : '-->'} ${idOf(to)}`),
    '```',
    '',
    `Dotted: types only. Not drawn: \`${everywhere}\`, which ${importersOf(everywhere, imports)} imports.`,
  ].join('\n');

/** Mermaid takes no slash in an id. */
const idOf = (room: string): string => room.replace('/', '_');

const importersOf = (to: string, imports: readonly RoomImport[]): string => {
  const others = rooms().filter(
    (room) => room !== to && !imports.some((one) => one.from === room && one.to === to),
  );
  return ['every folder', ...others.map((room) => `but \`${room}\``)].join(' ');
};
