import { type Service, startService } from './start-service.ts';

/** The whole service in one process group with its AppConfig, on a folder and a port that outlive it; recovery looks every second. */
export const startOn = (dataDir: string, port: number): Promise<Service> =>
  startService({
    dataDir,
    port,
    environment: {
      AWS_ENDPOINT_URL_APPCONFIG: '',
      AWS_ENDPOINT_URL_APPCONFIGDATA: '',
      RECOVERY_SCHEDULE_S: '2,4,6,8,10,15,20,30,60,120',
      RECOVERY_TICK_S: '1',
    },
  });
