import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { isLinkId } from '../types/payment-link.ts';
import type { RecordChange } from '../types/record-change.ts';
import type { RecordedAct } from '../types/recorded-act.ts';
import type { StreamImage, StreamRecord } from '../types/stream-record.ts';
import { fromKeyItem } from './api-keys.ts';
import { fromExportImage, isExportId } from './exports.ts';
import { fromChargeItem, fromSessionItem, type Item } from './items.ts';
import { areNotes, fromNotesImage } from './notes.ts';
import { fromLinkImage } from './payment-links.ts';
import { fromMethodImage, isMethodId } from './payment-methods.ts';
import { fromSwitchesItem, switchesId } from './psp-switches.ts';
import { fromRuleItem, isRuleKey } from './rule-versions.ts';
import type { Storage } from './storage.ts';
import { actAttribute } from './tables.ts';
import { endpointsId, fromEndpointsItem } from './webhook-store.ts';

/**
 * The change that a record reports. Undefined if there is none: the item was deleted, or kept its revision (the embedded store reports writes that
 * changed nothing, and an upgrade to the current form changes nothing), or is an idempotency key stored with the rules, or an item of the table of
 * events that nobody requested. Throws for a record that is not from one of our tables, has no image, or is from a newer release. `livemode`: the
 * environment's.
 */
export const readStreamRecord = (
  { tables, livemode }: Pick<Storage, 'tables'> & { readonly livemode: boolean },
  { eventSourceARN = '', dynamodb = {} }: StreamRecord,
): RecordChange | undefined => {
  const { OldImage, NewImage, ApproximateCreationDateTime } = dynamodb;
  if (NewImage === undefined && OldImage !== undefined) return undefined;
  if (NewImage === undefined || ApproximateCreationDateTime === undefined)
    throw new Error('The stream record has no image or no time.');
  const [, name] = /:table\/([^/]+)/.exec(eventSourceARN) ?? [];
  const [before, after] = [OldImage && toItem(OldImage), toItem(NewImage)];
  if (before?.rev !== undefined && before.rev === after.rev) return undefined;
  const at = ApproximateCreationDateTime * 1000;
  switch (name) {
    case tables.sessions:
      return {
        table: 'sessions',
        at,
        before: before && fromSessionItem(before),
        after: fromSessionItem(after),
      };
    case tables.charges:
      return { table: 'charges', at, before: before && fromChargeItem(before), after: fromChargeItem(after) };
    case tables.rules:
      return isRuleKey(after)
        ? undefined
        : {
            table: 'rules',
            livemode,
            at,
            before: before && fromRuleItem(before),
            after: fromRuleItem(after),
          };
    case tables.api_keys:
      return { table: 'api_keys', at, before: before && fromKeyItem(before), after: fromKeyItem(after) };
    case tables.events:
      return askedChange({ livemode, at, before, after });
    default:
      throw new Error(`The stream record is from a table that is not read here: ${eventSourceARN}`);
  }
};

type ItemImages = { readonly before: Item | undefined; readonly after: Item };

const askedChange = ({
  livemode,
  at,
  before,
  after,
}: ItemImages & { readonly livemode: boolean; readonly at: number }): RecordChange | undefined => {
  const { id, [actAttribute]: found } = after;
  if (found === undefined) return undefined;
  const asked = { livemode, at, act: found as RecordedAct };
  const imagesBy = <Record>(read: (item: Item) => Record) => ({
    before: before && read(before),
    after: read(after),
  });
  if (id === endpointsId) return { table: 'webhook_endpoints', ...asked, ...imagesBy(fromEndpointsItem) };
  if (id === switchesId) return { table: 'psp_switches', ...asked, ...imagesBy(fromSwitchesItem) };
  if (isLinkId(String(id))) return { table: 'payment_links', ...asked, ...imagesBy(fromLinkImage) };
  if (isMethodId(String(id))) return { table: 'payment_methods', ...asked, ...imagesBy(fromMethodImage) };
  if (areNotes(String(id))) return { table: 'notes', ...asked, ...imagesBy(fromNotesImage) };
  if (isExportId(String(id))) return { table: 'exports', ...asked, ...imagesBy(fromExportImage) };
  throw new Error(`The stream record is of an item that nobody asks for: ${id}`);
};

const toItem = (image: StreamImage): Item => unmarshall(image as Record<string, AttributeValue>);
