import { acceptPage } from '../frame/accept-page.ts';
import type { FromFrame } from '../protocol.ts';

/** The origin of the vault, whose frames take cards. */
declare const VAULT: string;

// Asked for by scripts from before the environment had a vault.
acceptPage((port) => {
  console.error(
    `No card fields: there is a vault, and only its frames take cards. Load fields.js, or pin the script that manifest.json names now, and allow ${VAULT} in frame-src.`,
  );
  const failed: FromFrame = { type: 'loaderror' };
  port.postMessage(failed);
});
