import { expect, test } from '@jest/globals';
import { createLoopbackServer } from '../../../local/door/loopback-server.ts';

test('no server here ends a connection because time has passed: on a busy machine it passes without an answer', () => {
  const { keepAliveTimeout, headersTimeout, requestTimeout } = createLoopbackServer(
    { onlyOwnUser: false },
    () => {},
    { maxHeaderSize: 1_000 },
  );
  expect({ keepAliveTimeout, headersTimeout, requestTimeout }).toEqual({
    keepAliveTimeout: 0,
    headersTimeout: 0,
    requestTimeout: 0,
  });
});
