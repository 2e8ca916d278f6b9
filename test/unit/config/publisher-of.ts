import { type PublishCommand, publishRule } from '../../../lib/config/publish-rule.ts';
import type { PublisherPorts } from '../../../lib/config/publisher-ports.ts';
import { publicationResponse } from '../../../lib/http/render-rule.ts';
import type { Publication, Published } from '../../../lib/types/publication.ts';
import { createMemoryRuleVersions } from '../../../local/memory/memory-rule-versions.ts';

export type PublishOptions = Partial<Omit<PublishCommand, 'rule' | 'idempotency'>>;

/** Publishing without a key, over versions in memory. */
export const publisherOf = (ports: Omit<PublisherPorts, 'versions' | 'render'>) => {
  const versions = createMemoryRuleVersions();
  const all: PublisherPorts = { ...ports, versions: versions.store, render: publicationResponse };
  return {
    ports: all,
    versions,
    publish: async (rule: unknown, options: PublishOptions = {}): Promise<Publication> =>
      publicationOf(
        await publishRule(all, {
          author: 'author',
          request_id: 'req_1',
          approval_required: false,
          ...options,
          rule,
        }),
      ),
  };
};

export const publicationOf = (published: Published): Publication => {
  if ('publication' in published) return published.publication;
  throw new Error('bytes were kept');
};
