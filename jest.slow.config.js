import config from './jest.config.js';

/** `npm run test:slow`: what `npm test` leaves out, by the one rule of the file's name. */
export default { ...config, testMatch: ['**/*.slow.test.ts'] };
