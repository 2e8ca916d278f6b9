import type { ComponentChildren } from 'preact';
import { type Choice, withChosen } from '../with-chosen.ts';

/** A label around its input, with a sentence that helps. */
export const Field = ({
  label,
  help,
  children,
}: {
  readonly label: string;
  readonly help?: string | undefined;
  readonly children: ComponentChildren;
}) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the input is among the children
  <label class="field">
    <span class="label">{label}</span>
    {children}
    {help && <span class="note">{help}</span>}
  </label>
);

/** A list to choose from. The first choice has no value if `any` names it. */
export const Choices = ({
  name,
  value,
  any,
  choices,
  onChange,
}: {
  readonly name: string;
  readonly value?: string | undefined;
  readonly any?: string;
  readonly choices: readonly Choice[];
  readonly onChange?: (value: string) => void;
}) => (
  <select name={name} value={value} onChange={(event) => onChange?.(event.currentTarget.value)}>
    {any !== undefined && <option value="">{any}</option>}
    {withChosen(choices, value).map(([key, text]) => (
      <option key={key} value={key}>
        {text}
      </option>
    ))}
  </select>
);
