import * as z from 'zod/mini';
import { anyText, text } from './text.ts';

/** As issued by the vault. */
export const vaultToken = () =>
  text(64).check(z.regex(/^vt_[0-9a-z]{26}$/, "expected the vault's token (vt_…)"));
export const receipt = () =>
  anyText(4096).check(z.regex(/^vr_[A-Za-z0-9_.-]+$/, "expected the vault's receipt (vr_…)"));

/** From our own vault or a vendor's. */
export const anyVaultToken = () =>
  text(64).check(
    z.regex(
      /^(vt_[0-9a-z]{26}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/,
      "expected the vault's token (vt_…)",
    ),
  );
