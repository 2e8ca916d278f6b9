import { createRequire } from 'node:module';

const { jest } = createRequire(import.meta.url)('../package.json');

/** `npm run test:slow`: what `npm test` leaves out, by the one rule of the file's name. */
export default { ...jest, rootDir: '..', testMatch: ['**/*.slow.test.ts'] };
