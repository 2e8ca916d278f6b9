import {
  BadRequestException,
  ConflictException,
  PayloadTooLargeException,
  ResourceNotFoundException,
  ServiceQuotaExceededException,
} from '@aws-sdk/client-appconfig';
import { afterEach, describe, expect, test } from '@jest/globals';
import { appConfigIds as ids } from '../../../local/aws/appconfig/state.ts';
import { closeAll, startWithClients } from './app-config-clients.ts';

afterEach(closeAll);

const text = (content: Uint8Array | undefined) => Buffer.from(content ?? []).toString();

describe('hosted versions', () => {
  test('start at 1 with the seed and count up', async () => {
    const { create, get, list } = await startWithClients();
    expect(text((await get(1)).Content)).toBe('{"seed":true}');
    const created = await create('{"a":1}', { Description: 'why', VersionLabel: 'v-two' });
    expect(created).toMatchObject({
      ApplicationId: ids.application,
      ConfigurationProfileId: ids.profile,
      VersionNumber: 2,
      ContentType: 'application/json',
      Description: 'why',
      VersionLabel: 'v-two',
    });
    expect(text(created.Content)).toBe('{"a":1}');
    const { Items } = await list();
    expect(Items?.map(({ VersionNumber }) => VersionNumber)).toEqual([2, 1]);
    expect((await list({ VersionLabel: 'v-two' })).Items).toHaveLength(1);
  });

  test('take the latest number as a lock', async () => {
    const { create } = await startWithClients();
    await expect(create('{}', { LatestVersionNumber: 2 })).rejects.toThrow(ConflictException);
    expect((await create('{}', { LatestVersionNumber: 1 })).VersionNumber).toBe(2);
    await expect(create('{}', { LatestVersionNumber: 1 })).rejects.toThrow(ConflictException);
    expect((await create('{}')).VersionNumber).toBe(3);
  });

  test('let one of many with the same number win', async () => {
    const { create } = await startWithClients();
    const tries = Array.from({ length: 20 }, () => create('{}', { LatestVersionNumber: 1 }));
    const results = await Promise.allSettled(tries);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('are deleted, their numbers never given again, and not while deployed', async () => {
    const { create, get, remove } = await startWithClients();
    await create('{}');
    await remove(2);
    await expect(get(2)).rejects.toThrow(ResourceNotFoundException);
    await expect(remove(2)).rejects.toThrow(ResourceNotFoundException);
    expect((await create('{}', { LatestVersionNumber: 1 })).VersionNumber).toBe(3);
    await expect(remove(1)).rejects.toThrow(BadRequestException);
  });

  test('have limits', async () => {
    const { create } = await startWithClients();
    await expect(create('x'.repeat(1_048_577))).rejects.toThrow(PayloadTooLargeException);
    await expect(create('')).rejects.toThrow(BadRequestException);
    for (let number = 2; number <= 100; number += 1) await create('{}');
    await expect(create('{}')).rejects.toThrow(ServiceQuotaExceededException);
  });

  test('are listed in pages', async () => {
    const { create, list } = await startWithClients();
    await create('{}');
    await create('{}');
    const first = await list({ MaxResults: 2 });
    const second = await list({ MaxResults: 2, NextToken: first.NextToken });
    const numbers = [first, second].map(({ Items }) => Items?.map(({ VersionNumber }) => VersionNumber));
    expect(numbers).toEqual([[3, 2], [1]]);
    expect(second.NextToken).toBeUndefined();
  });
});
