import { expect, test } from '@jest/globals';
import { apiClient, paid } from './api-client.ts';
import { startService } from './start-service.ts';

test('a service whose output is no longer read keeps running, and ends when asked to', async () => {
  const service = await startService();
  try {
    service.stopReading();
    const client = apiClient(service);
    for (let count = 0; count < 5; count++) expect((await paid(client)).payment_status).toBe('paid');
    process.kill(service.pid, 'SIGTERM');
    expect(await service.ended).toEqual({ code: 0, signal: null });
  } finally {
    await service.kill();
  }
});
