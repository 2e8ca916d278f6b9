import { userInfo } from 'node:os';

/** The name of whoever runs this process. Undefined if the system has none for this user's number, which a container may have been given. */
export const machineUser = (): string | undefined => {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
};
