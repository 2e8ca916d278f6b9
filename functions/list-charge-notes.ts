import { noteFilters } from '../lib/contract/filters/note-filters.ts';
import { readListQuery } from '../lib/http/read-list-query.ts';
import { renderList } from '../lib/http/render-list.ts';
import { renderNote } from '../lib/http/render-note.ts';
import { listChargeNotes } from '../lib/http/routes.ts';
import { noCharge } from '../lib/payments/records/read-records.ts';
import { paymentStore } from '../lib/runtime/dynamodb.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { chargeNotes } from '../lib/runtime/notes.ts';

export const handler = endpoint(listChargeNotes, undefined, async (call) => {
  const { id } = call.path;
  const asked = await readListQuery(call, noteFilters);
  if (!(await paymentStore().charge(id))) throw noCharge(id, 'id');
  return { json: await renderList(call, asked, await chargeNotes().list(id, asked), renderNote) };
});
