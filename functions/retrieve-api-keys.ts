import { keyFilters } from '../lib/contract/filters/key-filters.ts';
import { readListQuery } from '../lib/http/read-list-query.ts';
import { renderApiKey } from '../lib/http/render-api-key.ts';
import { renderList } from '../lib/http/render-list.ts';
import { listApiKeys } from '../lib/http/routes.ts';
import { issuedKey } from '../lib/keys/issued-key.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { keyStore } from '../lib/runtime/key-ports.ts';

/** One key, or a page of the valid ones, newest first. */
export const handler = endpoint(listApiKeys, undefined, async (call) => {
  const { id } = call.path as { readonly id?: string };
  if (id !== undefined) return { json: renderApiKey((await issuedKey(keyStore(), id)).current) };
  const asked = await readListQuery(call, keyFilters);
  const page = await keyStore().list(asked);
  return { json: await renderList(call, asked, page, (key) => renderApiKey(key)) };
});
