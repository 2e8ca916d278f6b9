import { expect, test } from '@jest/globals';
import { loadFields } from '../../../clients/browser/src/load-fields.ts';

test('an origin that is no address rejects, as a script that does not load does: a page handles both', async () => {
  for (const origin of ['pay.example.com', '', undefined as never]) {
    const loaded = loadFields(origin);
    await expect(loaded).rejects.toThrow('Invalid URL');
  }
});
