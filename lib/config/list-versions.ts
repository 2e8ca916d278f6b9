import type { HostedConfigurationVersionSummary } from '@aws-sdk/client-appconfig';
import type { HostedVersion } from './control-plane.ts';
import type { Page } from './page.ts';

/** Pages through all hosted versions of a profile; newest first. */
export const listVersions = async (
  page: (token: string | undefined) => Promise<Page<HostedConfigurationVersionSummary>>,
): Promise<readonly HostedVersion[]> => {
  const versions: HostedVersion[] = [];
  let token: string | undefined;
  do {
    const { Items = [], NextToken } = await page(token);
    for (const { VersionNumber = 0, Description } of Items) {
      const published = /^published (\d+)$/.exec(Description ?? '')?.[1];
      versions.push({
        number: VersionNumber,
        published_ms: published === undefined ? undefined : Number(published),
      });
    }
    token = NextToken;
  } while (token !== undefined);
  return versions.sort((a, b) => b.number - a.number);
};
