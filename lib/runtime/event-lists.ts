import { createEventLists } from '../storage/event-lists.ts';
import type { EventLists } from '../types/ports.ts';
import { storage } from './dynamodb.ts';

/** This process's lists of events, over the environment's table. */
export const eventLists = (): EventLists => {
  lists ??= createEventLists(storage());
  return lists;
};

let lists: EventLists | undefined;
