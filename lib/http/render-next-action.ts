/** What the customer has to do, as the API shows it. */
export const renderNextAction = (url: string | null | undefined) =>
  url ? ({ type: 'redirect_to_url', redirect_to_url: { url } } as const) : null;
