import { readFileSync } from 'node:fs';

/**
 * Calls `onGone` when the npm that started this process is gone: a terminal's signals would no longer reach this process. npm starts a script through
 * a shell, which some systems keep in between; then this watches the shell's parent as well. Without npm, watches nothing.
 */
export const watchParent = (onGone: () => void): void => {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const shell = readProcess(parent);
  const above = shell && /^(sh|dash|bash|ash|zsh)$/.test(shell.name) ? shell.parent : undefined;
  const timer = setInterval(() => {
    const gone = process.ppid !== parent || (above !== undefined && readProcess(parent)?.parent !== above);
    if (!gone) return;
    clearInterval(timer);
    onGone();
  }, 200);
  timer.unref();
};

/** Undefined if the system does not say (only Linux does). */
const readProcess = (pid: number): { readonly name: string; readonly parent: number } | undefined => {
  try {
    const [, name = '', rest = ''] =
      /\((.*)\) \S (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return { name, parent: Number(rest.split(' ')[0]) };
  } catch {
    return undefined;
  }
};
