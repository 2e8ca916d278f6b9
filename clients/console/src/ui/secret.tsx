import { words } from '../words/words.ts';
import { Copied } from './copied.tsx';

type Props = { readonly about: string; readonly secret: string; readonly close: () => void };

/** A secret that is shown this once. */
export const Secret = ({ about, secret, close }: Props) => (
  <section class="card secret" role="status">
    <p>{about}</p>
    <Copied text={secret} label={words.value.secret} />
    <button type="button" class="small" onClick={close}>
      {words.value.kept}
    </button>
  </section>
);
