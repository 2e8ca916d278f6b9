import type { ComponentChildren } from 'preact';

/** Decides the colour. What it means is always written, too. */
export type Tone = 'good' | 'bad' | 'waiting' | 'plain';

export const Badge = ({ tone, children }: { readonly tone: Tone; readonly children: ComponentChildren }) => (
  <span class={`badge ${tone}`}>{children}</span>
);
