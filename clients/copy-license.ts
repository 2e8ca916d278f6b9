import { copyFileSync } from 'node:fs';
import { join } from 'node:path';

/** Puts the license beside the manifest of the package that is being packed: npm takes it along. */
copyFileSync(join(import.meta.dirname, '../LICENSE'), 'LICENSE');
