import { afterAll, beforeAll } from '@jest/globals';
import { type Service, type ServiceOptions, startService } from './start-service.ts';

/** Starts the service before the tests of a file, or of a `describe`, and stops it after them. Its parts can be read once it has started. */
export const withService = (options: ServiceOptions = {}): Service => {
  let service: Service | undefined;
  beforeAll(async () => {
    service = await startService(options);
  });
  afterAll(() => service?.stop());
  return new Proxy({} as Service, {
    get: (_, part: keyof Service) => {
      if (!service) throw new Error(`${String(part)}: the service has not started.`);
      return service[part];
    },
  });
};
