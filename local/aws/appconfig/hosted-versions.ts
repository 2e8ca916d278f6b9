import { defined } from '../../../lib/types/defined.ts';
import { AwsError } from '../aws-error.ts';
import type { WireAnswer, WireRequest } from '../wire.ts';
import { page } from './page.ts';
import {
  appConfigIds,
  badRequest,
  conflict,
  deploymentInForce,
  type HostedVersion,
  notFound,
  type Store,
} from './state.ts';

/** AppConfig's limits for a hosted configuration: 1 MB, and a quota of versions, so callers must prune. */
const versionsLimit = 100;
const contentLimitBytes = 1_048_576;

export const createVersion = (store: Store, { headers, body }: WireRequest): WireAnswer => {
  const state = store.read();
  const newest = state.versions.at(-1)?.number ?? 0;
  const expected = text(headers['latest-version-number']);
  if (expected !== undefined && Number(expected) !== newest)
    throw conflict(`The latest version is ${newest}, not ${expected}`);
  const contentType = text(headers['content-type']);
  if (!contentType) throw badRequest('ContentType is required');
  if (body.length === 0) throw badRequest('Content is required');
  if (body.length > contentLimitBytes) throw tooLarge(body.length);
  if (state.versions.length >= versionsLimit)
    throw new AwsError('ServiceQuotaExceededException', 402, `At most ${versionsLimit} versions are kept`);
  const version: HostedVersion = {
    number: state.last_version + 1,
    content: body.toString('base64'),
    content_type: contentType,
    description: text(headers.description),
    label: text(headers.versionlabel),
  };
  if (version.label !== undefined && state.versions.some(({ label }) => label === version.label))
    throw conflict(`The label ${version.label} is in use`);
  store.write({ ...state, last_version: version.number, versions: [...state.versions, version] });
  return toAnswer(version, 201);
};

export const getVersion = (store: Store, number: string): WireAnswer =>
  toAnswer(findVersion(store, number), 200);

export const listVersions = (store: Store, query: URLSearchParams): WireAnswer => {
  const label = query.get('version_label');
  const newestFirst = store.read().versions.toReversed();
  const items = newestFirst
    .filter((version) => label === null || version.label === label)
    .map(({ number, description, content_type, label }) => ({
      ApplicationId: appConfigIds.application,
      ConfigurationProfileId: appConfigIds.profile,
      VersionNumber: number,
      Description: description,
      ContentType: content_type,
      VersionLabel: label,
    }));
  return page(items, query);
};

/** Refuses to delete the version that clients get: the deployed service would lose its source. */
export const deleteVersion = (store: Store, number: string): WireAnswer => {
  const version = findVersion(store, number);
  const state = store.read();
  if (deploymentInForce(state)?.version === version.number) throw badRequest(`Version ${number} is deployed`);
  store.write({ ...state, versions: state.versions.filter((one) => one.number !== version.number) });
  return { status: 204 };
};

/** By number or, as a deployment may name it, by label. */
export const findVersion = (store: Store, name: string): HostedVersion => {
  const version = store
    .read()
    .versions.find(({ number, label }) => String(number) === name || label === name);
  if (!version) throw notFound(`Hosted configuration version ${name}`);
  return version;
};

const toAnswer = (
  { number, content, content_type, description, label }: HostedVersion,
  status: number,
): WireAnswer => ({
  status,
  headers: {
    'application-id': appConfigIds.application,
    'configuration-profile-id': appConfigIds.profile,
    'version-number': String(number),
    'content-type': content_type,
    ...defined({ description, versionlabel: label }),
  },
  body: Buffer.from(content, 'base64'),
});

const tooLarge = (size: number) =>
  new AwsError('PayloadTooLargeException', 413, 'The configuration is too large', {
    Measure: 'KILOBYTES',
    Limit: contentLimitBytes / 1024,
    Size: Math.ceil(size / 1024),
  });

const text = (header: string | readonly string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : header?.join(',');
