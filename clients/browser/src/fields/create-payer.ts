import type { ToFrame, ToWalletFrame } from '../protocol.ts';
import type { ConfirmResult } from '../types.ts';

export type Payer = {
  readonly answered: (id: number, result: ConfirmResult) => void;
  /** The frame that was asked can no longer answer. */
  readonly forget: () => void;
  readonly confirm: (client_secret: string) => Promise<ConfirmResult>;
};

/** Longer than the frame itself keeps asking, so that its own answer comes first. */
const limit_ms = 180_000;

/** The request may have taken effect. */
const nobodyKnows: ConfirmResult = { status: 'processing', session: null };

type Order<Message> = Message extends unknown ? Omit<Message, 'id' | 'client_secret'> : never;

/** One confirm at a time, through the channel from `port`. `order`: the task for the frame. */
export const createPayer = (
  port: () => Promise<MessagePort>,
  order: () => Order<Extract<ToFrame, { type: 'confirm' }> | ToWalletFrame>,
): Payer => {
  let answer: (result: ConfirmResult) => void = () => {};
  let under_way: Promise<ConfirmResult> | undefined;
  let secret = '';
  let confirms = 0;

  const pay = async (client_secret: string): Promise<ConfirmResult> => {
    const channel = await port();
    const id = ++confirms;
    let limit: ReturnType<typeof setTimeout> | undefined;
    const result = await new Promise<ConfirmResult>((resolve) => {
      answer = resolve;
      limit = setTimeout(resolve, limit_ms, nobodyKnows);
      channel.postMessage({ ...order(), id, client_secret });
    });
    clearTimeout(limit);
    if (result.status !== 'redirecting') return result;
    if (!/^https?:\/\//i.test(result.url)) return nobodyKnows;
    window.location.assign(result.url);
    return result;
  };

  return {
    answered: (id, result) => {
      if (id === confirms) answer(result);
    },
    forget: () => answer(nobodyKnows),
    confirm: (client_secret) => {
      if (under_way && client_secret !== secret)
        return Promise.reject(new Error('Another session is being confirmed with this card'));
      secret = client_secret;
      under_way ??= pay(secret).finally(() => {
        under_way = undefined;
      });
      return under_way;
    },
  };
};
