export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/test/browser/'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': '<rootDir>/test/strip-types.js' },
  reporters: ['default', '<rootDir>/test/tools/fail-on-skips.ts'],
  maxWorkers: 2,
  testTimeout: 60_000,
};
