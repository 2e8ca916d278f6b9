/** What a vault gives for a card, as a confirm takes it. */
export type CardToken = { readonly type: 'card_token'; readonly token: string; readonly receipt: string };

/** As the card frame collects: with the session's own grant, at the vault. */
export const collect = async (
  { url, grant }: { readonly url: string; readonly grant: string },
  card: object = {},
): Promise<CardToken> => {
  const answer = await fetch(`${url}/v1/cards`, {
    method: 'POST',
    headers: { authorization: `Bearer ${grant}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      card: { number: '4242424242424242', exp_month: 12, exp_year: 2030, cvc: '123', ...card },
    }),
  });
  const { token, receipt, error } = (await answer.json()) as CardToken & { readonly error?: object };
  if (answer.status !== 201) throw new Error(`the vault took no card: ${JSON.stringify(error)}`);
  return { type: 'card_token', token, receipt };
};
