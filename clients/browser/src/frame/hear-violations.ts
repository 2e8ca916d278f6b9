import type { PolicyViolation } from '../types.ts';

/** More of them are no news to a page. */
const most = 20;

/**
 * Hears what the frame's own policy stops, from before the page is connected. Of an address only its origin is kept: what was to be smuggled out may be in the
 * rest. Returns the function that reports to the page, earlier violations first.
 */
export const hearViolations = (): ((tell: (violation: PolicyViolation) => void) => void) => {
  const kept: PolicyViolation[] = [];
  let heard = 0;
  let tell = (violation: PolicyViolation): void => void kept.push(violation);
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    if (++heard <= most) tell({ directive: effectiveDirective, blocked: originOf(blockedURI) });
  });
  return (next) => {
    tell = next;
    kept.forEach(next);
  };
};

/** `inline`, `eval`, `data` and the like are no addresses, and are reported as they are. */
const originOf = (blocked: string): string => {
  try {
    const { origin, protocol } = new URL(blocked);
    return origin === 'null' ? protocol.slice(0, -1) : origin;
  } catch {
    return /^[a-z-]{1,30}$/.test(blocked) ? blocked : '';
  }
};
