import { useState } from 'preact/hooks';

type Props = { readonly value: number; readonly onNumber: (value: number) => void };

/** A whole number, as text while it is typed: empty is 0, and a wheel that turns over it changes nothing. */
export const NumberInput = ({ value, onNumber }: Props) => {
  const [text, setText] = useState(String(value));
  return (
    <input
      inputMode="numeric"
      autocomplete="off"
      value={Number(text) === value ? text : String(value)}
      onInput={({ currentTarget }) => {
        const digits = currentTarget.value.replace(/\D/g, '').slice(0, 9);
        setText(digits);
        onNumber(Number(digits));
      }}
    />
  );
};
