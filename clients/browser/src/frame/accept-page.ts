import type { Connect, Hello, Invitation } from '../protocol.ts';
import type { CardStyle } from '../types.ts';

/**
 * Says hello to the page whose exact origin the address names, and takes the channel it answers with: from the window that holds this frame, from that
 * origin, with the nonce, once. Nothing is ever posted to `*`. Without an invitation, or not in a frame, nothing happens.
 */
export const acceptPage = (connected: (port: MessagePort, style: CardStyle) => void): void => {
  const invitation = readInvitation(window.location.hash);
  if (!invitation || window.parent === window) return;
  const { origin, nonce } = invitation;
  const onMessage = (event: MessageEvent<Connect | null>) => {
    const { data, ports } = event;
    const [port] = ports;
    if (event.source !== window.parent || event.origin !== origin || ports.length !== 1 || !port) return;
    if (data?.type !== 'payment-fields:connect' || data.nonce !== nonce) return;
    window.removeEventListener('message', onMessage);
    connected(port, data.style);
  };
  window.addEventListener('message', onMessage);
  const hello: Hello = { type: 'payment-fields:hello', nonce };
  window.parent.postMessage(hello, origin);
};

const readInvitation = (fragment: string): Invitation | undefined => {
  try {
    const { origin, nonce }: Invitation = JSON.parse(decodeURIComponent(fragment.slice(1)));
    return new URL(origin).origin === origin && typeof nonce === 'string' && nonce.length >= 16
      ? { origin, nonce }
      : undefined;
  } catch {
    return undefined;
  }
};
