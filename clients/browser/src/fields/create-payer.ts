import type { ToFrame } from '../protocol.ts';
import type { ConfirmResult, FieldName } from '../types.ts';

export type Payer = {
  readonly answered: (id: number, result: ConfirmResult) => void;
  /** The frame that was asked can answer no more. */
  readonly forget: () => void;
  readonly confirm: (client_secret: string) => Promise<ConfirmResult>;
};

/** Longer than the frame itself goes on asking, so that its own answer is the one that counts. */
const limit_ms = 180_000;

/** What was sent may have had its effect. */
const nobodyKnows: ConfirmResult = { status: 'processing', session: null };

/** One confirm at a time, through the channel that `port` gives. `elsewhere`: the fields that frame has to ask other frames for. */
export const createPayer = (
  port: () => Promise<MessagePort>,
  elsewhere: () => readonly FieldName[],
): Payer => {
  const answers = new Map<number, (result: ConfirmResult) => void>();
  let under_way: { readonly client_secret: string; readonly result: Promise<ConfirmResult> } | undefined;
  let confirms = 0;

  const pay = async (client_secret: string): Promise<ConfirmResult> => {
    const channel = await port();
    const id = ++confirms;
    const result = await new Promise<ConfirmResult>((resolve) => {
      const limit = setTimeout(() => resolve(nobodyKnows), limit_ms);
      answers.set(id, (answer) => {
        clearTimeout(limit);
        resolve(answer);
      });
      const message: ToFrame = { type: 'confirm', id, client_secret, elsewhere: elsewhere() };
      channel.postMessage(message);
    });
    answers.delete(id);
    if (result.status !== 'redirecting') return result;
    if (!/^https?:\/\//i.test(result.url)) return nobodyKnows;
    window.location.assign(result.url);
    return result;
  };

  return {
    answered: (id, result) => answers.get(id)?.(result),
    forget: () => {
      for (const answer of answers.values()) answer(nobodyKnows);
    },
    confirm: (client_secret) => {
      if (under_way && under_way.client_secret !== client_secret)
        return Promise.reject(new Error('Another session is being confirmed with this card'));
      const result =
        under_way?.result ??
        pay(client_secret).finally(() => {
          under_way = undefined;
        });
      under_way = { client_secret, result };
      return result;
    },
  };
};
