import { isWebAddress } from '../is-web-address.ts';
import { returned } from '../protocol.ts';

/** A page that shows the challenge has taken this one away by then. */
const patience_ms = 2_000;

// A challenge ends here, in a frame of the shop's page, which learns that and nothing else.
window.parent.postMessage({ type: returned }, '*');

// Still here: the frame is the shop's own, and its page has left for the bank. At the top of a tab this would be an open redirect.
const shop = decodeURIComponent(window.location.hash.slice(1));
setTimeout(() => {
  if (window !== window.top && isWebAddress(shop)) window.location.replace(shop);
}, patience_ms);
