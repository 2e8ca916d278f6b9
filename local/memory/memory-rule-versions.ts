import type { Remembered } from '../../lib/types/records.ts';
import type { RuleVersion, RuleVersions, RuleVersionWrite } from '../../lib/types/rule-version.ts';

/** `RuleVersions` in memory. It passes the suite that the DynamoDB store passes; a page has no end in bytes. `before` runs ahead of each method once. */
export const createMemoryRuleVersions = () => {
  const rows = new Map<string, RuleVersion>();
  const keys = new Map<string, Remembered>();
  const interleaved: Partial<Record<keyof RuleVersions, () => Promise<void>>> = {};
  const before = async (method: keyof RuleVersions) => {
    const run = interleaved[method];
    delete interleaved[method];
    await run?.();
  };
  const at = ({ rule, version }: Pick<RuleVersion, 'rule' | 'version'>) => `${rule}/${version}`;

  const holds = (write: RuleVersionWrite): boolean => {
    if ('put' in write)
      return write.expects === 'absent'
        ? !rows.has(at(write.put))
        : rows.get(at(write.put))?.rev === write.expects;
    if ('remove' in write) return rows.get(at(write.remove))?.rev === write.remove.rev;
    if ('remember' in write) return !keys.has(write.remember.key);
    return 'remove_response' in write || keys.has(write.key);
  };
  const apply = (write: RuleVersionWrite): void => {
    if ('put' in write) rows.set(at(write.put), structuredClone(write.put));
    else if ('remove' in write) rows.delete(at(write.remove));
    else if ('remember' in write) keys.set(write.remember.key, { ...write.remember });
    else if ('remove_response' in write) keys.delete(write.remove_response);
    else {
      const remembered = keys.get(write.key);
      if (remembered) keys.set(write.key, { ...remembered, answer: write.answer });
    }
  };
  const sorted = () => [...rows.values()].sort((a, b) => b.version - a.version);

  const store: RuleVersions = {
    find: async (rule, version) => {
      await before('find');
      return rows.get(at({ rule, version }));
    },
    newest: async (rule, limit) => {
      await before('newest');
      const versions = sorted().filter((row) => row.rule === rule);
      return { versions: versions.slice(0, limit), more: versions.length > limit };
    },
    open: async () => {
      await before('open');
      return [...rows.values()]
        .filter(({ open_since }) => open_since !== undefined)
        .sort((a, b) => (a.open_since ?? 0) - (b.open_since ?? 0))
        .map(({ rule, version }) => ({ rule, version }));
    },
    remembered: async (key) => {
      await before('remembered');
      return keys.get(key);
    },
    write: async (writes) => {
      await before('write');
      if (!writes.every(holds)) return false;
      for (const write of writes) apply(write);
      return true;
    },
  };
  return { store, rows: sorted, keys, interleaved };
};
