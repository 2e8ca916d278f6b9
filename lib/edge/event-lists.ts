import { createEventLists } from '../storage/event-lists.ts';
import type { EventLists } from '../types/ports.ts';
import { storage } from './dynamodb.ts';

/** This process's lists of what happened, over the table the environment names. */
export const eventLists = (): EventLists => {
  lists ??= createEventLists(storage());
  return lists;
};

let lists: EventLists | undefined;
