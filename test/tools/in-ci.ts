/** Whether this run must leave nothing out: what it does not find makes it fail, where another run skips a test. */
export const inCi = !['false', ''].includes(process.env.CI ?? '');
