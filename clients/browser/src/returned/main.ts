import { isWebAddress } from '../is-web-address.ts';
import { returned } from '../protocol.ts';

/** A page that shows the challenge has taken this one away by then. */
const patience_ms = 2_000;

// A challenge ends here, in a frame of the shop's page, which learns that and nothing else.
window.parent.postMessage({ type: returned }, '*');

// Nobody heard it: the frame was the shop's own, and its page has left for the bank. Never at the top, where anybody could lead anywhere with it.
const shop = decodeURIComponent(window.location.hash.slice(1));
setTimeout(() => {
  if (window !== window.top && isWebAddress(shop)) window.location.replace(shop);
}, patience_ms);
