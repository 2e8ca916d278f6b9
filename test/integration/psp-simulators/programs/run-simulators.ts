import { startPspSimulators } from '../../../../local/psp/start-psp-simulators.ts';

/** Simulators in a process of their own, which a test kills: `node run-simulators.ts <dataDir> <webhook target>`. */
const [dataDir = '', target = ''] = process.argv.slice(2);
const { urls, admin, setWebhookTarget } = await startPspSimulators({ dataDir });
setWebhookTarget(target);
console.log(JSON.stringify({ urls, admin }));
