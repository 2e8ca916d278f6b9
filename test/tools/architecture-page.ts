import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { betweenMarks } from './between-marks.ts';
import { folderImports } from './folder-imports.ts';
import { folderPicture } from './folder-picture.ts';

const path = 'lib/README.md';

/** lib/README.md with the picture of the imports as they are now. */
export const architecturePage = (): string =>
  betweenMarks(
    path,
    readFileSync(join(import.meta.dirname, '../..', path), 'utf8'),
    'folders',
    folderPicture(folderImports()),
  );
