import { isWebAddress } from '../is-web-address.ts';
import { nobodyKnows } from '../nobody-knows.ts';
import type { ToFrame, ToWalletFrame, WalletMethod } from '../protocol.ts';
import { complain, notASecret, sessionOf } from '../session-of.ts';
import type { ConfirmResult } from '../types.ts';

export type Payer = {
  readonly answered: (id: number, result: ConfirmResult) => void;
  /** The frame that was asked can no longer answer. */
  readonly forget: () => void;
  /** `method`: what a wallet has approved. */
  readonly confirm: (client_secret: string, method?: WalletMethod) => Promise<ConfirmResult>;
};

/** Longer than the frame itself keeps asking, so that its own answer comes first. */
const limit_ms = 180_000;

type Order<Message> = Message extends unknown ? Omit<Message, 'id' | 'client_secret'> : never;

/**
 * One confirm at a time, through the channel from `port`. `order`: the task for the frame. `patience_ms`: how long a page waits for the result. `tell`:
 * hears of each result, and whether it came after that.
 */
export const createPayer = (
  port: () => Promise<MessagePort>,
  order: (method?: WalletMethod) => Order<Extract<ToFrame, { type: 'confirm' }> | ToWalletFrame>,
  patience_ms: number,
  tell: (result: ConfirmResult, late: boolean) => void,
): Payer => {
  let answer: (result: ConfirmResult) => void = () => {};
  let under_way: Promise<ConfirmResult> | undefined;
  let secret = '';
  let confirms = 0;

  const pay = async (client_secret: string, method?: WalletMethod): Promise<ConfirmResult> => {
    const channel = await port();
    const id = ++confirms;
    channel.postMessage({ ...order(method), id, client_secret });
    return new Promise((resolve) => {
      let late = false;
      const limit = setTimeout(() => answer(nobodyKnows), limit_ms);
      const impatience = setTimeout(
        () => {
          resolve(nobodyKnows);
          late = true;
        },
        Math.min(patience_ms, limit_ms),
      );
      answer = (result) => {
        clearTimeout(limit);
        clearTimeout(impatience);
        answer = () => {};
        under_way = undefined;
        const left = leaveFor(result);
        resolve(left);
        tell(left, late);
      };
    });
  };

  return {
    answered: (id, result) => {
      if (id === confirms) answer(result);
    },
    forget: () => answer(nobodyKnows),
    confirm: (client_secret, method) => {
      if (!sessionOf(client_secret)) {
        complain(client_secret);
        return Promise.resolve(notASecret);
      }
      if (under_way && client_secret !== secret)
        return Promise.reject(new Error('Another session is being confirmed with this card'));
      secret = client_secret;
      under_way ??= pay(secret, method).catch((error) => {
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
  location.assign(result.url);
  return result;
};
