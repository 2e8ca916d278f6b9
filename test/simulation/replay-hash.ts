export type ReplayHash = { readonly add: (text: string) => void; readonly value: () => number };

/** FNV-1a over all that happened, 32 bits: two runs with the same hash did the same. */
export const createReplayHash = (): ReplayHash => {
  let hash = 0x811c9dc5;
  return {
    add: (text) => {
      for (let place = 0; place < text.length; place++)
        hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193);
    },
    value: () => hash >>> 0,
  };
};
