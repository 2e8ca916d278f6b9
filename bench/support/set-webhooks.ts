import type { MeasuredService } from './start-service.ts';

/** Where, or whether, a PSP simulator delivers its events. Deliveries are work for the process that the measured one calls. */
export const setWebhooks = async (
  { admin }: Pick<MeasuredService, 'admin'>,
  psp: string,
  change: { readonly mode?: 'normal' | 'off'; readonly url?: string },
): Promise<void> => {
  const answer = await fetch(`${admin}/psps/${psp}/webhooks`, {
    method: 'POST',
    body: JSON.stringify(change),
  });
  if (!answer.ok) throw new Error(await answer.text());
};
