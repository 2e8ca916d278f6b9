import type { Import, SourceFiles } from './read-imports.ts';

const lib = [
  'lib/types',
  'lib/routing',
  'lib/psp',
  'lib/storage',
  'lib/config',
  'lib/payments',
  'lib/http',
  'lib/edge',
];

/** Which rooms a room may import from, besides itself. A room that is not listed here is a problem, too. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  'lib/types': [],
  'lib/routing': ['lib/types'],
  'lib/psp': ['lib/types'],
  'lib/storage': ['lib/types'],
  'lib/config': ['lib/types', 'lib/routing'],
  'lib/payments': ['lib/types', 'lib/routing'],
  'lib/http': ['lib/types', 'lib/routing'],
  'lib/edge': lib,
  functions: ['lib/types', 'lib/config', 'lib/http', 'lib/payments', 'lib/edge'],
  clients: ['lib/types', 'lib/http'],
  infra: [...lib, 'clients'],
  local: [...lib, 'functions', 'clients'],
  bench: [...lib, 'functions', 'infra', 'local', 'clients', 'test'],
  test: [...lib, 'functions', 'infra', 'local', 'clients', 'bench'],
};

const timeAndEnvironment = [
  'timers',
  'timers/promises',
  'process',
  'perf_hooks',
  'child_process',
  'worker_threads',
];
const chance = /^(\*|webcrypto|random\w*|generate\w*|getRandomValues|subtle)$/;

/** One line for each import that points up or sideways, or that lets time, chance or the environment into lib/ outside of lib/edge. */
export const findForbiddenArrows = (files: SourceFiles): readonly string[] =>
  [...files].flatMap(([path, imports]) =>
    imports.flatMap((imported) => {
      const reason = reasonAgainst(path, imported);
      return reason === undefined ? [] : [`${path} imports ${imported.to}: ${reason}`];
    }),
  );

const reasonAgainst = (path: string, { to, names }: Import): string | undefined => {
  const from = roomOf(path);
  const allowed = mayImport[from];
  if (allowed === undefined) return `${from} is not a room of this house`;
  if (/^(\w+\/|\w+$)/.test(to) && roomOf(to) in mayImport && /\.\w+$/.test(to)) {
    const target = roomOf(to);
    if (target === from || allowed.includes(target)) return undefined;
    return `${from} may import from ${allowed.length === 0 ? 'itself only' : allowed.join(', ')}`;
  }
  if (!from.startsWith('lib/') || from === 'lib/edge') return undefined;
  const builtIn = to.replace(/^node:/, '');
  if (timeAndEnvironment.includes(builtIn))
    return 'time and the environment come in through ports, from lib/edge';
  const drawn = builtIn === 'crypto' ? names.filter((name) => chance.test(name)) : [];
  return drawn.length === 0
    ? undefined
    : `${drawn.join(', ')}: randomness comes in through ports, from lib/edge`;
};

const roomOf = (path: string): string => {
  const [top = '', second = ''] = path.split('/');
  return top === 'lib' ? `lib/${second}` : top;
};
