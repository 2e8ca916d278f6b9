import { createEventLists } from '../storage/event-lists.ts';
import type { EventLists } from '../types/ports.ts';
import { storage } from './dynamodb.ts';

export const eventLists = (): EventLists => {
  lists ??= createEventLists(storage());
  return lists;
};

let lists: EventLists | undefined;
