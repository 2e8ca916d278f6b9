import { signal } from '@preact/signals';

/** Whether the sign-in has ended, or never began. */
export const signedOut = signal(false);

let asking: Promise<boolean> | undefined;

/** When the person last did something here. Unix milliseconds. */
let lastDone = Date.now();

/** A page that asks by itself does not keep a sign-in going: it says how long nobody has touched it. */
export const noticePerson = (): void => {
  const notice = () => {
    lastDone = Date.now();
  };
  for (const type of ['pointerdown', 'keydown', 'wheel']) addEventListener(type, notice, { passive: true });
};

/** Asks for a new token, once for all calls that wait for one. False if the sign-in has ended. */
export const askAgain = (): Promise<boolean> => {
  const idle_s = Math.max(0, Math.floor((Date.now() - lastDone) / 1000));
  asking ??= post('/v1/console/refresh', { idle_s }).finally(() => {
    asking = undefined;
  });
  return asking;
};

/** The address of `npm start` has a code behind `#`, good for one sign-in. It is taken out of the address at once. */
export const takeCode = async (): Promise<void> => {
  const { hash, pathname, search } = location;
  const code = new URLSearchParams(hash.slice(1)).get('code');
  if (code === null) return;
  history.replaceState(null, '', pathname + search);
  await post('/console/sign-in', { code });
};

export const signOut = async (): Promise<void> => {
  await post('/v1/console/logout');
  location.assign('/console/');
};

/** Where a person signs in, and comes back from to this page. */
export const signInAddress = (): string =>
  `/v1/console/login?return_to=${encodeURIComponent(location.pathname + location.search)}`;

const post = async (path: string, body: object = {}): Promise<boolean> => {
  const response = await fetch(path, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json', 'x-requested-by': 'console' },
    body: JSON.stringify(body),
  }).catch(() => undefined);
  return response?.ok === true;
};
