import { useState } from 'preact/hooks';
import { call } from '../api.ts';
import { Action, readText } from '../ui/action.tsx';
import { Field } from '../ui/field.tsx';
import { words } from '../words/words.ts';

/** Something for the next person who looks. */
export const NewNote = ({ charge, reload }: { readonly charge: string; readonly reload: () => void }) => {
  const [turn, setTurn] = useState(0);
  const { notes } = words.value;
  return (
    <Action
      key={turn}
      label={notes.add}
      send={async (data) => {
        await call('createChargeNote', {
          path: { id: charge },
          body: { text: readText(data, 'text') ?? '' },
        });
        setTurn(turn + 1);
        reload();
      }}
    >
      <Field label={notes.label}>
        <textarea name="text" rows={2} maxLength={1000} required />
      </Field>
    </Action>
  );
};
