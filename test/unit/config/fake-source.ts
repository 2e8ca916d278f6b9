import type { Configuration, ConfigurationSource } from '../../../lib/config/configuration-source.ts';

type Behaviour = 'answers' | 'fails' | 'hangs' | 'refuses_sessions';

/** AppConfig's data plane with its rules: single-use tokens, unchanged content is not sent again, polls that come too early are refused. */
export const fakeSource = (now: () => number) => {
  let behaviour: Behaviour = 'answers';
  let content: string | undefined;
  let interval = 15_000;
  let issued = 0;
  const tokens = new Map<
    string,
    { readonly delivered: string | undefined; readonly earliest: number; readonly expires: number }
  >();
  const hanging: ((how: Behaviour) => void)[] = [];
  const calls = { open: 0, poll: 0 };
  const violations: string[] = [];

  const issue = (delivered: string | undefined, wait: number) => {
    const token = `token-${++issued}`;
    tokens.set(token, { delivered, earliest: now() + wait, expires: now() + 24 * 3_600_000 });
    return token;
  };
  const refuse = (why: string): never => {
    violations.push(why);
    throw Object.assign(new Error(why), { name: 'BadRequestException' });
  };
  const behave = async () => {
    const how =
      behaviour === 'hangs' ? await new Promise<Behaviour>((resume) => hanging.push(resume)) : behaviour;
    if (how === 'fails') throw Object.assign(new Error('no answer'), { name: 'TimeoutError' });
  };

  const source: ConfigurationSource = {
    open: async () => {
      calls.open++;
      await behave();
      if (behaviour === 'refuses_sessions')
        throw Object.assign(new Error('gone'), { name: 'ResourceNotFoundException' });
      return issue(undefined, 0);
    },
    poll: async (token): Promise<Configuration> => {
      calls.poll++;
      const found = tokens.get(token) ?? refuse(`${token} is unknown or spent`);
      tokens.delete(token);
      if (now() > found.expires) refuse(`${token} has expired`);
      if (now() < found.earliest) refuse(`${token} came ${found.earliest - now()} ms early`);
      const delivered = content;
      await behave();
      return {
        next_token: issue(delivered, interval),
        poll_after_ms: interval,
        content: delivered === found.delivered ? undefined : delivered,
      };
    },
  };
  return {
    source,
    calls,
    violations,
    put: (next: string | undefined) => {
      content = next;
    },
    behave: (next: Behaviour) => {
      behaviour = next;
    },
    every: (milliseconds: number) => {
      interval = milliseconds;
    },
    /** From now on no token is known that was issued before. */
    forget: () => tokens.clear(),
    /** Lets the calls that hang go on. */
    resume: (how: 'answers' | 'fails') => {
      for (const go of hanging.splice(0)) go(how);
    },
  };
};
