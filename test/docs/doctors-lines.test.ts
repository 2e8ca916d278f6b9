import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { pspName } from '../../clients/console/src/psp-name.ts';
import { examiners } from '../../lib/psp/examiners.ts';
import { unmappedFindings } from '../../lib/psp/findings.ts';
import type { Finding } from '../../lib/types/examination.ts';
import { type PspSimulators, startPspSimulators } from '../../local/psp/start-psp-simulators.ts';
import { examineSimulated, here } from '../conformance/examine-simulated.ts';
import { readPage } from './read-blocks.ts';

type Psp = keyof typeof examiners;
type Step = { readonly whose: string; readonly step: string; readonly lines: readonly string[] };

/** The page's numbered steps: whose account, what to switch on, and after the arrow the doctor's lines that prove it. */
const stepsOf = (page: string): readonly Step[] => {
  const [, after = ''] = page.split('\n## PSP accounts\n');
  const [section = ''] = after.split('\n### ');
  let whose = '';
  return section.split('\n').flatMap((line) => {
    whose = /^\*\*(.+)\*\*$/.exec(line)?.[1] ?? whose;
    if (!/^\d+\. /.test(line)) return [];
    const [step = '', proof = ''] = line.split(' → ');
    return { whose, step, lines: [...proof.matchAll(/`([^`]+)`/g)].map(([, said = '']) => said) };
  });
};

const allSteps = stepsOf(readPage('docs/deploy.md'));
const linesOf = (whose: string): readonly string[] =>
  allSteps.flatMap((step) => (step.whose === whose ? step.lines : []));

/** The doctor's line as the page writes it, without the account. */
const asShown = ({ state, says }: Finding): string =>
  `${state === 'ok' ? '' : `${state.toUpperCase()} `}${says.replace(/^\w+: /, '')}`;

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');

const isShownAs = (line: string, said: string): boolean =>
  new RegExp(`^${line.split('…').map(escaped).join('.+')}$`).test(said);

let simulators: PspSimulators;
beforeAll(async () => {
  simulators = await startPspSimulators();
  simulators.setWebhookTarget(here);
});
afterAll(() => simulators.close());

/** A live account with every setting. The simulators know test keys only. */
const sayingsOf = async (psp: Psp): Promise<readonly string[]> => {
  const { api_key = '', settings } = simulators.credentials[psp] ?? {};
  const live = api_key.replace('_test_', '_live_');
  const { findings } = await examineSimulated(simulators, psp, {
    livemode: true,
    api_key: live,
    settings: {
      ...settings,
      ...(psp === 'checkout_com' && { processing_channel_id: `pc_${'a'.repeat(26)}` }),
    },
    sent: (request) => ({
      ...request,
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, value.replace(live, api_key)]),
      ),
    }),
  });
  return findings.map(asShown);
};

describe.each(Object.keys(examiners) as readonly Psp[])('what docs/deploy.md says of %s', (psp) => {
  test('the doctor prints each line that proves a step, and no other', async () => {
    const shown = [...linesOf(pspName(psp)), ...linesOf('Each PSP')];
    const said = await sayingsOf(psp);
    expect(shown.filter((line) => !said.some((saying) => isShownAs(line, saying)))).toEqual([]);
    expect(said.filter((saying) => !shown.some((line) => isShownAs(line, saying)))).toEqual([]);
  });

  test('the steps are numbered, and each has a line', () => {
    const steps = allSteps.filter(({ whose }) => whose === pspName(psp));
    expect(steps.length).toBeGreaterThan(2);
    expect(steps.map(({ step }) => Number.parseInt(step, 10))).toEqual(steps.map((_, at) => at + 1));
    expect(steps.filter(({ lines }) => lines.length === 0)).toEqual([]);
  });
});

test('the line about codes is the last that the doctor prints', () => {
  const said = unmappedFindings([], 'in the last seven days').map(asShown);
  expect(linesOf('All PSPs').map((line) => said.map((saying) => isShownAs(line, saying)))).toEqual([[true]]);
});

test('a line that the doctor does not print is found out', () => {
  expect(isShownAs('takes …, and nothing else', 'takes GBP, and nothing else')).toBe(true);
  expect(isShownAs('takes …', 'the key is accepted')).toBe(false);
  expect(isShownAs('the key is accepted', 'MISSING the key is taken')).toBe(false);
});
