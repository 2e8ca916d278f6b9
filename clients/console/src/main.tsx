import { render } from 'preact';
import { App } from './app.tsx';
import { readCaller } from './caller.ts';
import { keepPreferences } from './preferences.ts';
import { noticePerson, takeCode } from './sign-in.ts';

const main = async (): Promise<void> => {
  keepPreferences();
  noticePerson();
  // Where the page is open already, the printed link only changes what is behind `#`.
  addEventListener('hashchange', signIn);
  await signIn();
  render(<App />, document.body);
};

const signIn = async (): Promise<void> => {
  await takeCode();
  await readCaller();
};

void main();
