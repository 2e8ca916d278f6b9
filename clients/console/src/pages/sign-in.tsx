import { signInAddress } from '../sign-in.ts';
import { words } from '../words/words.ts';

/** Whether a provider signs people in, or the link that `npm start` prints. Set where the page is built. */
declare const SIGN_IN: 'provider' | 'link';

/** `again`: the sign-in has ended while somebody was at work: in a new tab, so that nothing typed is lost. */
export const SignIn = ({ again }: { readonly again: boolean }) => {
  const { signIn } = words.value;
  return (
    <section class="card sign-in" role="alert">
      <h1>{again ? signIn.ended : signIn.title}</h1>
      {SIGN_IN === 'link' ? (
        <p>{signIn.link}</p>
      ) : (
        <p>
          <a class="primary button" href={signInAddress()} {...(again && { target: '_blank' })}>
            {signIn.go}
          </a>
        </p>
      )}
      {again && <p class="note">{signIn.kept}</p>}
    </section>
  );
};
