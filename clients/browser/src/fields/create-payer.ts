import { isWebAddress } from '../is-web-address.ts';
import type { ToFrame, ToWalletFrame } from '../protocol.ts';
import { complain, notASecret, sessionOf } from '../session-of.ts';
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

type Patience = {
  /** How long a page waits for the result. */
  readonly ms: number;
  /** A result that came after that. */
  readonly late: (result: ConfirmResult) => void;
};

/** One confirm at a time, through the channel from `port`. `order`: the task for the frame. */
export const createPayer = (
  port: () => Promise<MessagePort>,
  order: () => Order<Extract<ToFrame, { type: 'confirm' }> | ToWalletFrame>,
  patience: Patience = { ms: limit_ms, late: () => {} },
): Payer => {
  let answer: (result: ConfirmResult) => void = () => {};
  let under_way: Promise<ConfirmResult> | undefined;
  let secret = '';
  let confirms = 0;

  const pay = async (client_secret: string): Promise<ConfirmResult> => {
    const channel = await port();
    const id = ++confirms;
    channel.postMessage({ ...order(), id, client_secret });
    return new Promise((resolve) => {
      let tell: (result: ConfirmResult) => void = resolve;
      const limit = setTimeout(() => answer(nobodyKnows), limit_ms);
      const impatience = setTimeout(
        () => {
          resolve(nobodyKnows);
          tell = patience.late;
        },
        Math.min(patience.ms, limit_ms),
      );
      answer = (result) => {
        clearTimeout(limit);
        clearTimeout(impatience);
        answer = () => {};
        under_way = undefined;
        tell(leaveFor(result));
      };
    });
  };

  return {
    answered: (id, result) => {
      if (id === confirms) answer(result);
    },
    forget: () => answer(nobodyKnows),
    confirm: (client_secret) => {
      if (!sessionOf(client_secret)) {
        complain(client_secret);
        return Promise.resolve(notASecret);
      }
      if (under_way && client_secret !== secret)
        return Promise.reject(new Error('Another session is being confirmed with this card'));
      secret = client_secret;
      under_way ??= pay(secret).catch((error) => {
        under_way = undefined;
        throw error;
      });
      return under_way;
    },
  };
};

const leaveFor = (result: ConfirmResult): ConfirmResult => {
  if (result.status !== 'redirecting') return result;
  if (!isWebAddress(result.url)) return nobodyKnows;
  window.location.assign(result.url);
  return result;
};
