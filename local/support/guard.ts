import { spawn } from 'node:child_process';

/**
 * `node local/support/guard.ts <program> …` runs a program that ends when this process's standard input does. The parent holds the writing end, so the
 * program ends with it, even by `kill -9`.
 */
const [command = '', ...parameters] = process.argv.slice(2);
const child = spawn(command, parameters, { stdio: ['ignore', 'inherit', 'inherit'], windowsHide: true });
child.once('error', ({ message }) => {
  console.error(message);
  process.exit(1);
});
child.once('exit', (code) => process.exit(code ?? 1));
process.stdin.once('close', () => child.kill('SIGKILL')).resume();
process.on('SIGTERM', () => child.kill('SIGTERM'));
