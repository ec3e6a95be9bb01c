import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createTestApp, type TestApp } from '../../../test/support/test-app.js';
import { DomainError } from '../errors/domain-error.js';
import { RateLimiter } from './rate-limiter.js';

let hub: TestApp;
let limits: RateLimiter;
beforeAll(async () => {
  hub = await createTestApp();
  limits = hub.get(RateLimiter);
});
afterAll(() => hub.close());

const budget = { limit: 10, windowSeconds: 900 };
const takes = async (key: string, count: number) => {
  const results = await Promise.allSettled(Array.from({ length: count }, () => limits.consume(key, budget)));
  return results.filter(({ status }) => status === 'fulfilled').length;
};
const rowOf = async (hits: number) => hub.database.query('select key from rate_limits where hits = $1', [hits]);

test('of 50 concurrent actions exactly the limit passes', async () => {
  const key = randomUUID();
  expect(await takes(key, 50)).toBe(10);
  expect(await takes(key, 5)).toBe(0);
  expect(await takes(randomUUID(), 3)).toBe(3);
});

test('a check counts nothing', async () => {
  const key = randomUUID();
  for (let i = 0; i < 30; i++) await limits.check(key, budget);
  expect(await takes(key, 9)).toBe(9);
  await limits.check(key, budget);
  expect(await takes(key, 9)).toBe(1);
  await expect(limits.check(key, budget)).rejects.toMatchObject({
    status: 429,
    details: { retry_after: expect.any(Number) },
  });
  await hub.database.query(`update rate_limits set expires_at = expires_at - interval '900 seconds'`);
  await limits.check(key, budget);
});

test('a limit can be reset', async () => {
  const [key, other] = [randomUUID(), randomUUID()];
  await takes(key, 12);
  await takes(other, 12);
  await limits.reset(key);
  expect([await takes(key, 12), await takes(other, 12)]).toEqual([10, 0]);
});

test('a refusal contains the waiting time', async () => {
  const key = randomUUID();
  await limits.consume(key, { limit: 1, windowSeconds: 3600 });
  const refusal = await limits
    .consume(key, { limit: 1, windowSeconds: 3600 })
    .catch((error: unknown) => error as DomainError);
  expect(refusal).toBeInstanceOf(DomainError);
  const { status, message, details } = refusal as DomainError;
  expect(status).toBe(429);
  expect(details.retry_after).toBeGreaterThan(0);
  expect(details.retry_after).toBeLessThanOrEqual(3600);
  expect(message).toMatch(
    /^Too many attempts\. Please wait (a second|\d+ seconds|a minute|\d+ minutes) and try again\.$/,
  );
});

test('a new window starts at zero', async () => {
  const key = randomUUID();
  await takes(key, 12);
  await expect(limits.consume(key, budget)).rejects.toMatchObject({ status: 429, details: { retry_after: 900 } });
  await hub.database.query(`update rate_limits set expires_at = expires_at - interval '900 seconds'`);
  expect(await takes(key, 50)).toBe(10);
});

test('expired windows are deleted, and keys are stored as hashes', async () => {
  const key = `sign-in:user-${randomUUID()}@example.org`;
  await limits.consume(key, { limit: 77, windowSeconds: 3600 });
  await hub.database.query('update rate_limits set hits = 77 where expires_at < $1', [new Date(Date.now() + 3600_000)]);
  expect((await rowOf(77)).length).toBeGreaterThan(0);
  expect(JSON.stringify(await hub.database.query('select key from rate_limits'))).not.toContain('@');
  await hub.database.query(`update rate_limits set expires_at = now() - interval '1 second' where hits = 77`);
  await limits.sweep();
  expect(await rowOf(77)).toEqual([]);
});
