import { words } from '../words/words.ts';
import { Copied } from './copied.tsx';

type Props = {
  readonly about: string;
  /** Null if the answer that had it was lost. */
  readonly secret: string | null;
  readonly close: () => void;
};

/** A secret that is shown this once. */
export const Secret = ({ about, secret, close }: Props) => (
  <section class="card secret" role="status">
    <p>{about}</p>
    {secret !== null && <Copied text={secret} label={words.value.secret} />}
    <button type="button" class="small" onClick={close}>
      {secret === null ? words.value.understood : words.value.kept}
    </button>
  </section>
);
