import { pspName } from '../../../clients/console/src/psp-name.ts';
import { type DemoState, type PspMode, type PspState, pspModes } from '../model.ts';
import { ask } from './ask.ts';
import { whileBusy } from './busy.ts';
import { fill, h, place } from './dom.ts';
import { modeWords, type Tone } from './words.ts';

type Row = { readonly element: HTMLElement; readonly update: (psp: PspState) => void };

const explained: Readonly<Record<PspMode | 'other' | 'none', string>> = {
  normal: 'Answers at once.',
  slow: 'Answers after 2.5 seconds.',
  down: 'Refuses every connection. That is a definite no, so the next PSP is tried.',
  answers_lost: 'Takes the money, then the connection breaks. Trying elsewhere could charge twice.',
  other: 'A fault was set with another tool.',
  none: 'Not a simulator on this machine.',
};

const toneOf = (mode: PspState['mode']): Tone => {
  if (mode === 'normal' || mode === null) return 'good';
  return mode === 'down' ? 'bad' : 'waiting';
};

const rows = new Map<string, Row>();

/** One row for each PSP, with its current setting. The buttons stay the same elements, and so keep the keyboard's focus. */
export const showPsps = (state: DemoState, changed: () => Promise<void>): void => {
  const section = place('psps');
  if (!section.querySelector('h2'))
    fill(
      section,
      h('h2', { id: 'psps-title' }, 'PSPs'),
      h('p', { class: 'note' }, 'Simulators on each PSP’s own wire format. Break one, then pay again.'),
      h('ul', { class: 'psps' }),
    );
  for (const psp of state.psps) {
    const row = rows.get(psp.id) ?? createRow(psp.id, changed);
    if (!rows.has(psp.id)) section.querySelector('ul')?.append(row.element);
    rows.set(psp.id, row);
    row.update(psp);
  }
};

const createRow = (id: string, changed: () => Promise<void>): Row => {
  const buttons = pspModes.map((mode) => {
    const button = h('button', { type: 'button', 'data-mode': mode, onclick: () => set() }, modeWords[mode]);
    const set = () =>
      whileBusy(button, async () => {
        await ask(`/demo/psps/${id}`, { mode });
        await changed();
      });
    return button;
  });
  const said = h('small', {});
  const group = h(
    'div',
    { class: 'segments', role: 'group', 'aria-label': `What ${pspName(id)} does` },
    ...buttons,
  );
  const dot = h('span', { class: 'dot', 'aria-hidden': 'true' });
  const element = h(
    'li',
    { 'data-psp': id },
    h('div', { class: 'psp' }, dot, h('strong', {}, pspName(id)), said),
    group,
  );
  return {
    element,
    update: ({ mode }) => {
      group.hidden = mode === null;
      for (const button of buttons) button.setAttribute('aria-pressed', String(button.dataset.mode === mode));
      said.textContent = explained[mode ?? 'none'];
      dot.className = `dot ${toneOf(mode)}`;
    },
  };
};
