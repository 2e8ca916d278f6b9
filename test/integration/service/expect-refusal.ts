import { expect } from '@jest/globals';
import type { Failure } from './api-client.ts';
import type { Service } from './start-service.ts';

/** The service refused in its own shape, and says that asking again cannot help. */
export const expectRefusal = (
  { base_url }: Pick<Service, 'base_url'>,
  { status, headers, body }: { readonly status: number; readonly headers: Headers; readonly body: unknown },
): void => {
  const { error } = body as Failure;
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect(headers.get('request-id')).toMatch(/^req_[0-9a-z]{26}$/);
  expect(headers.get('should-retry')).toBe('false');
  expect(error).toMatchObject({
    request_id: headers.get('request-id'),
    doc_url: `${base_url}/docs/errors#${error.code}`,
    message: expect.stringMatching(/^.{5,1000}$/s),
  });
};
