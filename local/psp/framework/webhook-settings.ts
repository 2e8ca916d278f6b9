import * as z from 'zod';

/**
 * How a PSP delivers its events. `late`: each one `ms` after it happened; `twice`: each one twice; `reordered`: events within `ms` are sent in
 * reverse; `off`: held until they are redelivered.
 */
export type WebhookSettings = {
  readonly url: string;
  readonly secrets: readonly string[];
  readonly mode: 'normal' | 'late' | 'twice' | 'reordered' | 'off';
  readonly ms: number;
};

const change = z.strictObject({
  url: z.url({ protocol: /^http$/, error: 'expected an http URL' }).optional(),
  secrets: z.array(z.string().min(1)).min(1).max(5).optional(),
  mode: z.enum(['normal', 'late', 'twice', 'reordered', 'off']).optional(),
  ms: z.int().min(0).max(600_000).optional(),
  redeliver: z.enum(['undelivered', 'all']).optional(),
});

export type WebhookChange = z.infer<typeof change>;

/** The admin endpoint's input: the settings to change, and which events to resend. */
export const readWebhookChange = (
  input: unknown,
):
  | { readonly ok: true; readonly change: WebhookChange }
  | { readonly ok: false; readonly message: string } => {
  const read = change.safeParse(input);
  return read.success ? { ok: true, change: read.data } : { ok: false, message: z.prettifyError(read.error) };
};

const defaultMs = { normal: 0, late: 3000, twice: 0, reordered: 300, off: 0 };

/** The settings after a change; undefined if no address is known yet. */
export const changedSettings = (
  { url, secrets, mode, ms }: WebhookChange,
  before: WebhookSettings | undefined,
  ownSecrets: readonly string[],
): WebhookSettings | undefined => {
  const address = url ?? before?.url;
  if (address === undefined) return undefined;
  const next = mode ?? before?.mode ?? 'normal';
  return {
    url: address,
    secrets: secrets ?? before?.secrets ?? ownSecrets,
    mode: next,
    ms: ms ?? (mode === undefined ? before?.ms : undefined) ?? defaultMs[next],
  };
};
