import { expect, test } from '@jest/globals';
import type { FastifyRequest } from 'fastify';
import { loadConfig } from '../../config/config.js';
import { BodyMemory } from './body-memory.js';

const MB = 1024 ** 2;
const memoryWith = (factor: string) =>
  new BodyMemory(loadConfig({ DATABASE_URL: 'postgresql://localhost/hub', RATE_LIMIT_IP_FACTOR: factor }));
const from = (ip: string) => ({ ip }) as FastifyRequest;
const busy = expect.objectContaining({ status: 503, code: 'busy', details: { retry_after: 5 } });

const SMALL = 64 * 1024;

test('one address may use 24 MB beyond the first 64 KB of its bodies, all together 64 MB', () => {
  const memory = memoryWith('1');
  const [first, second] = [memory.reserve(from('192.0.2.1')), memory.reserve(from('192.0.2.1'))];
  first.hold(20 * MB + SMALL);
  second.hold(4 * MB + SMALL);
  expect(() => second.hold(4 * MB + SMALL + 1)).toThrow(busy);
  memory.reserve(from('192.0.2.2')).hold(24 * MB + SMALL);
  const third = memory.reserve(from('192.0.2.3'));
  third.hold(16 * MB + SMALL);
  expect(() => third.hold(16 * MB + SMALL + 1)).toThrow(busy);
  first.release();
  first.release();
  expect(memory.heldBytes).toBe(44 * MB + 3 * SMALL);
  second.hold(24 * MB + SMALL);
  expect(memory.heldBytes).toBe(64 * MB + 3 * SMALL);
});

test('large bodies do not block small ones, nor those of one address those of another', () => {
  const memory = memoryWith('1');
  for (let i = 1; i <= 3; i++) memory.reserve(from(`192.0.2.${i}`)).hold(21 * MB);
  expect(() => memory.reserve(from('192.0.2.4')).hold(SMALL)).not.toThrow();
  for (let i = 1; i < 128; i++) memory.reserve(from('192.0.2.5')).hold(SMALL);
  memory.reserve(from('192.0.2.5')).hold(SMALL);
  expect(() => memory.reserve(from('192.0.2.5')).hold(1)).toThrow(busy);
  expect(() => memory.reserve(from('192.0.2.6')).hold(SMALL)).not.toThrow();
});

test('released bytes can be reserved again', () => {
  const memory = memoryWith('1');
  const reserved = memory.reserve(from('2001:db8::1'));
  reserved.hold(3 * MB);
  reserved.hold(MB);
  expect(memory.heldBytes).toBe(MB);
  reserved.release();
  expect(memory.heldBytes).toBe(0);
});

test('an IPv6 network is one address, and the configuration scales the limit', () => {
  const memory = memoryWith('1');
  memory.reserve(from('2001:db8::1')).hold(24 * MB + SMALL);
  expect(() => memory.reserve(from('2001:db8::2')).hold(SMALL + 1)).toThrow(busy);
  expect(() =>
    memoryWith('2')
      .reserve(from('192.0.2.1'))
      .hold(48 * MB),
  ).not.toThrow();
});
