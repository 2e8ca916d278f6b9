import { fieldNames } from '../field-names.ts';
import type { Connect, Hello, Invitation, Part } from '../protocol.ts';

/**
 * Says hello to the page whose exact origin the address names, and accepts the channel in its answer: once, from the window that contains this frame,
 * from that origin, with the nonce. Nothing is ever posted to `*`. Without an invitation, or not in a frame, nothing happens.
 */
export const acceptPage = (
  connected: (port: MessagePort, greeting: Connect, invitation: Invitation) => void,
): void => {
  const invitation = readInvitation(window.location.hash);
  if (!invitation || window.parent === window) return;
  const { origin, nonce } = invitation;
  const onMessage = (event: MessageEvent<Connect | null>) => {
    const { data, ports } = event;
    const [port, another] = ports;
    if (event.source !== window.parent || event.origin !== origin) return;
    if (!port || another) return;
    if (data?.type !== 'payment-fields:connect' || data.nonce !== nonce) return;
    window.removeEventListener('message', onMessage);
    connected(port, data, invitation);
  };
  window.addEventListener('message', onMessage);
  const hello: Hello = { type: 'payment-fields:hello', nonce };
  window.parent.postMessage(hello, origin);
};

const readInvitation = (fragment: string): Invitation | undefined => {
  try {
    const { origin, nonce, part }: Invitation = JSON.parse(decodeURIComponent(fragment.slice(1)));
    if (new URL(origin).origin !== origin || !isSecret(nonce)) return undefined;
    if (part === undefined) return { origin, nonce };
    return isPart(part) ? { origin, nonce, part } : undefined;
  } catch {
    return undefined;
  }
};

const isSecret = (value: unknown): boolean => typeof value === 'string' && value.length >= 16;

const isPart = ({ field, group }: Part): boolean => fieldNames.includes(field) && isSecret(group);
