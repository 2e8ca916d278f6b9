import type { PolicyViolation } from '../types.ts';

/** After this many, more of them tell a page nothing new. */
const most = 20;

/**
 * Records what the frame's own policy blocks, even before the page is connected. Keeps only an address's origin: the rest may contain data that was
 * being smuggled out. So the policies have no `report-to`: a browser's own reports carry whole addresses, in which a thief's script writes the number.
 * Returns the function that reports to the page, earlier violations first.
 */
export const reportCspViolations = (): ((tell: (violation: PolicyViolation) => void) => void) => {
  const kept: PolicyViolation[] = [];
  let count = 0;
  let tell = (violation: PolicyViolation): void => void kept.push(violation);
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    if (++count <= most) tell({ directive: effectiveDirective, blocked: originOf(blockedURI) });
  });
  return (next) => {
    tell = next;
    kept.forEach(next);
  };
};

/** `inline`, `eval`, `data` and the like are not addresses, and are reported unchanged. */
const originOf = (blocked: string): string => {
  try {
    const { origin, protocol } = new URL(blocked);
    return origin === 'null' ? protocol.slice(0, -1) : origin;
  } catch {
    return /^[a-z-]{1,30}$/.test(blocked) ? blocked : '';
  }
};
