/** Throws for anything beyond an origin: it would end up in a policy. */
export const originOf = (url: string): string => {
  const { origin, href } = new URL(url);
  if (href === `${origin}/`) return origin;
  throw new Error(`${url} is not an origin. Expected one like https://vault.example.com`);
};
