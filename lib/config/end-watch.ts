import type { Deployment } from './control-plane.ts';
import type { DeployingPorts } from './publisher-ports.ts';

/** How long AppConfig may take; less than the functions that wait for it may run. */
const longest_ms = 15_000;
const pause_ms = 500;

/**
 * Ends the deployment that AppConfig watches, and waits until that is over, but not for ever: then AppConfig refuses the next one. The state decides,
 * not the response to the call: that may be lost, and an alarm or another caller may have ended the deployment, or its time may be up. Throws what
 * AppConfig refuses if it goes on watching.
 */
export const endWatch = async (
  { control, clock }: Pick<DeployingPorts, 'control' | 'clock'>,
  { number }: Deployment,
): Promise<void> => {
  const refusal = await control.stop(number).then(
    () => undefined,
    (error: unknown) => error,
  );
  const until = clock.now() + longest_ms;
  while (clock.now() < until) {
    const { ofRules } = await control.deployments();
    const state = ofRules.find((deployment) => deployment.number === number)?.state;
    if (state !== 'deploying' && state !== 'rolling_back') return;
    if (refusal !== undefined && state === 'deploying') throw refusal;
    await clock.sleep(pause_ms);
  }
};
