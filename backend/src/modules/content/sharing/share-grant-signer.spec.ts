import { expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import type { Secrets } from '../../../platform/settings/settings.js';
import { ShareGrantSigner } from './share-grant-signer.js';

const createSigner = (secret: string) =>
  new ShareGrantSigner({ get: () => Promise.resolve(secret) } as unknown as Secrets);
const signer = createSigner('one');
const createGranted = () => ({ linkId: uuidv7(), itemId: uuidv7() });
const DAY_MS = 24 * 3600_000;

test('a grant names its link and item for a day', async () => {
  const [granted, now] = [createGranted(), Date.UTC(2026, 10, 27)];
  const grant = await signer.create(granted, now);
  expect(grant).toMatch(/^[\w-]{70}$/);
  expect(await signer.find(grant, now + DAY_MS - 1)).toEqual(granted);
  expect(await signer.find(grant, now + DAY_MS)).toBeUndefined();
});

test('other texts are no grants', async () => {
  const grant = await signer.create(createGranted());
  expect(await createSigner('two').find(grant)).toBeUndefined();
  for (let place = 0; place < grant.length; place++) {
    const other = grant[place] === 'A' ? 'B' : 'A';
    expect(await signer.find(grant.slice(0, place) + other + grant.slice(place + 1))).toBeUndefined();
  }
  for (const text of ['', 'x', grant + 'x', grant.slice(1), `${grant.slice(1)} `])
    expect(await signer.find(text)).toBeUndefined();
});
