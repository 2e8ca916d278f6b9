import { copyFileSync } from 'node:fs';
import { join } from 'node:path';

/** Puts what npm takes along beside the manifest of the package that is being packed. */
for (const paper of ['LICENSE', 'CHANGELOG.md']) copyFileSync(join(import.meta.dirname, '..', paper), paper);
