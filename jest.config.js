import { join } from 'node:path';

// The processes that tests start by the dozen all compile the same files: once is enough.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compile');

/** How long a test may hang. Nothing that it waits for has a time of its own. */
const patience_ms = 600_000;

export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts', '!**/*.slow.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/test/browser/'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': '<rootDir>/test/strip-types.js' },
  reporters: ['default', '<rootDir>/test/tools/print-slowest.ts', '<rootDir>/test/tools/fail-on-skips.ts'],
  testSequencer: '<rootDir>/test/tools/longest-first.ts',
  maxWorkers: 4,
  testTimeout: patience_ms,
};
