import type { Connect, Hello, Invitation, Part } from '../protocol.ts';
import type { CardStyle, FontSource } from '../types.ts';
import { randomId } from './random-id.ts';

export type FrameOptions = {
  /** The frame's address. */
  readonly address: URL;
  readonly style: CardStyle;
  readonly fonts?: readonly FontSource[] | undefined;
  readonly client_secret?: string | undefined;
  readonly name?: boolean | undefined;
  readonly payment?: boolean;
  readonly hosted?: boolean | undefined;
  readonly part?: Part;
};

type Handlers<Message> = {
  readonly receive: (message: Message) => void;
  /** The frame was loaded again because the page moved it: its content and its channel are lost. */
  readonly reloaded: () => void;
  /** No frame said hello. */
  readonly failed: () => void;
};

export type FrameLink = {
  readonly frame: HTMLIFrameElement;
  /** The channel to the frame as it is in the page now. Rejects if there is none; then nothing was sent. */
  readonly port: () => Promise<MessagePort>;
  readonly close: () => void;
};

/**
 * Puts the frame into `parent` and opens a channel to it each time it says hello from the exact origin and window, with the nonce. A browser reloads
 * a frame when the page moves it, so there may be several hellos; each gets a new channel, and the old one ends.
 */
export const connectFrame = <Message>(
  parent: Element,
  options: FrameOptions,
  { receive, reloaded, failed }: Handlers<Message>,
): FrameLink => {
  const { address, part: _, ...greeting } = options;
  const nonce = randomId();
  const frame = createFrame(options, nonce);
  const hello = awaitHello(parent, frame, failed);
  let open: { readonly port: MessagePort; readonly to: Window | null } | undefined;

  const onMessage = ({ source, origin, data }: MessageEvent<Hello | null>) => {
    if (origin !== address.origin || source !== frame.contentWindow) return;
    if (data?.type !== 'payment-fields:hello' || data.nonce !== nonce) return;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = (message: MessageEvent<Message>) => receive(message.data);
    const connect: Connect = { type: 'payment-fields:connect', nonce, ...greeting };
    frame.contentWindow?.postMessage(connect, address.origin, [port2]);
    open?.port.close();
    if (open) reloaded();
    open = { port: port1, to: frame.contentWindow };
    hello.came(port1);
  };
  addEventListener('message', onMessage);
  parent.append(frame);
  return {
    frame,
    port: async () => {
      if (!frame.isConnected) throw new Error('The card element is not mounted');
      // A moved frame has a new window, and everything sent to the old one is lost.
      return open && open.to === frame.contentWindow ? open.port : hello.next(!!open);
    },
    close: () => {
      removeEventListener('message', onMessage);
      hello.cancel();
      frame.remove();
    },
  };
};

const createFrame = ({ address, style, part }: FrameOptions, nonce: string): HTMLIFrameElement => {
  const invitation: Invitation = { origin: location.origin, nonce, part };
  const frame = document.createElement('iframe');
  // Its document has an edge for the focus rings: the fields are in line with what is around the frame.
  frame.style.cssText = `display:block;width:calc(100% + 8px);margin:-4px;height:0;border:0;color-scheme:${style.colorScheme ?? 'light'}`;
  frame.src = `${address.href}#${encodeURIComponent(JSON.stringify(invitation))}`;
  return frame;
};

/** How long a frame may take to say hello before it is reloaded once, and then given up. */
const hello_ms = 10_000;

/** How long a document may be silent after it was loaded: ours says hello before that, a refusal of the browser never. */
const silence_ms = 400;

/** The next hello, with its limit. Starts waiting at once. */
const awaitHello = (parent: Element, frame: HTMLIFrameElement, failed: () => void) => {
  let came: (port: MessagePort) => void = () => {};
  let fail: (error: Error) => void = () => {};
  let next: Promise<MessagePort>;
  let timer = 0;
  let left = 0;
  const limit = (milliseconds: number) => {
    clearTimeout(timer);
    if (left > 0) timer = window.setTimeout(giveUp, milliseconds);
  };
  const wait = (tries: number) => {
    next = new Promise((resolve, reject) => {
      came = resolve;
      fail = reject;
    });
    next.catch(() => {});
    left = tries;
    limit(hello_ms);
  };
  const giveUp = () => {
    if (--left > 0) {
      // Appending a frame again, even to the same place, reloads it.
      parent.append(frame);
      return limit(hello_ms);
    }
    const { origin } = new URL(frame.src);
    const reason = `No card fields: is ${location.origin} in FRAME_ANCESTORS, and ${origin} in frame-src?`;
    console.error(reason);
    end(reason);
    failed();
  };
  const end = (reason: string) => {
    left = 0;
    limit(0);
    fail(new Error(reason));
  };
  frame.addEventListener('load', () => limit(silence_ms));
  wait(2);
  return {
    came: (port: MessagePort) => {
      came(port);
      end('');
    },
    /** `again`: there was a hello before, so a new wait begins unless one is in progress. */
    next: (again: boolean): Promise<MessagePort> => {
      if (again && !left) wait(1);
      return next;
    },
    cancel: () => end('The card element is not mounted'),
  };
};
