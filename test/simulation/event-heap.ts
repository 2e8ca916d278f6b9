/** Something that happens at a virtual time (Unix milliseconds). Events of one time happen in the order they were added. */
export type Event = { readonly time: number; readonly order: number; readonly run: () => void };

export type EventHeap = {
  readonly add: (time: number, run: () => void) => void;
  readonly take: () => Event | undefined;
  readonly next: () => Event | undefined;
};

/** A binary heap: the earliest event is on top. */
export const createEventHeap = (): EventHeap => {
  const events: Event[] = [];
  let added = 0;
  return {
    add: (time, run) => {
      events.push({ time, order: added++, run });
      rise(events);
    },
    take: () => {
      const first = events[0];
      const last = events.pop();
      if (last !== undefined && first !== last) {
        events[0] = last;
        sink(events);
      }
      return first;
    },
    next: () => events[0],
  };
};

const isBefore = (a: Event, b: Event): boolean => a.time < b.time || (a.time === b.time && a.order < b.order);

const rise = (events: Event[]): void => {
  let place = events.length - 1;
  const event = events[place];
  while (event !== undefined && place > 0) {
    const above = (place - 1) >> 1;
    const parent = events[above];
    if (parent === undefined || isBefore(parent, event)) return;
    events[above] = event;
    events[place] = parent;
    place = above;
  }
};

const sink = (events: Event[]): void => {
  const event = events[0];
  let place = 0;
  while (event !== undefined) {
    const left = 2 * place + 1;
    const a = events[left];
    const b = events[left + 1];
    if (a === undefined) return;
    const [below, child] = b !== undefined && isBefore(b, a) ? [left + 1, b] : [left, a];
    if (isBefore(event, child)) return;
    events[place] = child;
    events[below] = event;
    place = below;
  }
};
