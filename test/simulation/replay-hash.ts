export type ReplayHash = { readonly add: (text: string) => void; readonly value: () => number };

/** FNV-1a over all that happened, 32 bits: two runs with the same hash did the same. The lines of a stack are left out: they name files. */
export const createReplayHash = (): ReplayHash => {
  let hash = 0x811c9dc5;
  return {
    add: (text) => {
      const happened = text.replaceAll(/\n {4}at .*/g, '');
      for (let place = 0; place < happened.length; place++)
        hash = Math.imul(hash ^ happened.charCodeAt(place), 0x01000193);
    },
    value: () => hash >>> 0,
  };
};
