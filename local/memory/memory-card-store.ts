import type { CardStore, StoredCard, StoredCvc } from '../../lib/types/card-store.ts';

export type MemoryCardStore = CardStore & {
  /** With its end, if it has one. */
  readonly cards: Map<string, StoredCard & { readonly ends?: number }>;
  readonly cvcs: Map<string, StoredCvc>;
  readonly sets: Map<string, Set<string>>;
};

/** The vault's store in this process. */
export const memoryCardStore = (): MemoryCardStore => {
  const cards: MemoryCardStore['cards'] = new Map();
  const cvcs: MemoryCardStore['cvcs'] = new Map();
  const counts = new Map<string, number>();
  const sets: MemoryCardStore['sets'] = new Map();
  const closed = new Set<string>();
  const count = (id: string, most: number): boolean => {
    const before = counts.get(id) ?? 0;
    if (before >= most) return false;
    counts.set(id, before + 1);
    return true;
  };
  const uncount = (id: string): void => void counts.set(id, Math.max(0, (counts.get(id) ?? 0) - 1));
  return {
    cards,
    cvcs,
    sets,
    takeOne: async (session, { most }) => !closed.has(session) && count(`session#${session}`, most),
    giveBack: async (session) => uncount(`session#${session}`),
    close: async (session) => void closed.add(session),
    count: async (id, { most }) => count(id, most),
    uncount: async (id) => uncount(id),
    admit: async (id, member, { most }) => {
      const members = sets.get(id) ?? new Set();
      if (!members.has(member) && members.size >= most) return false;
      sets.set(id, members.add(member));
      return true;
    },
    add: async (card, cvc, ends) => {
      cards.set(card.token, { ...card, ends });
      cvcs.set(cvc.token, cvc);
    },
    addCvc: async (cvc) => void cvcs.set(cvc.token, cvc),
    card: async (token, now) => {
      const { ends, ...card } = cards.get(token) ?? {};
      return 'token' in card && (ends === undefined || now < ends * 1000) ? (card as StoredCard) : undefined;
    },
    cvc: async (token, now) => {
      const cvc = cvcs.get(token);
      return cvc && now < cvc.ends * 1000 ? cvc : undefined;
    },
    keep: async (token, now) => {
      const { ends, ...card } = cards.get(token) ?? {};
      if (!('token' in card) || (ends !== undefined && ends <= Math.floor(now / 1000))) return false;
      cards.set(token, { ...(card as StoredCard), kept: true });
      return true;
    },
    release: async (token) => void cvcs.delete(token),
    delete: async (token) => {
      cvcs.delete(token);
      return cards.delete(token);
    },
    sweep: async (now) => {
      const over = [...cvcs.values()].filter(({ ends }) => ends * 1000 <= now);
      for (const { token } of over) cvcs.delete(token);
      return over.length;
    },
  };
};
