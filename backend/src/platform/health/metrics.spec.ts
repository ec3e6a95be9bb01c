import { expect, test } from '@jest/globals';
import type { FastifyRequest } from 'fastify';
import { mayScrape } from './health.controller.js';

const request = (ip: string, headers: Record<string, string> = {}, remoteAddress = ip) =>
  ({ ip, headers, socket: { remoteAddress } }) as unknown as FastifyRequest;

const bearer = (value: string) => ({ authorization: `Bearer ${value}` });

test.each(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])('%s is this machine', (ip) => {
  expect(mayScrape(request(ip), undefined)).toBe(true);
});

test.each(['10.0.0.1', '192.168.1.5', '::2', '::ffff:10.0.0.1', '2001:db8::127.0.0.1', '127.0.0.1.example.org', ''])(
  '%j is another machine',
  (ip) => {
    expect(mayScrape(request(ip), undefined)).toBe(false);
  },
);

test.each(['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'])(
  'a proxy on this machine that sends %s does not open the metrics',
  (name) => {
    expect(mayScrape(request('127.0.0.1', { [name]: '127.0.0.1' }), undefined)).toBe(false);
  },
);

test('with a trusted proxy both its address and that of its client count', () => {
  expect(mayScrape(request('203.0.113.7', {}, '127.0.0.1'), undefined)).toBe(false);
  expect(mayScrape(request('127.0.0.1', {}, '203.0.113.7'), undefined)).toBe(false);
});

test('a configured token is required from every machine', () => {
  const token = 'a-token-of-twenty-chars';
  expect(mayScrape(request('203.0.113.7', bearer(token)), token)).toBe(true);
  expect(mayScrape(request('127.0.0.1'), token)).toBe(false);
  expect(mayScrape(request('127.0.0.1', bearer(`${token}x`)), token)).toBe(false);
  expect(mayScrape(request('127.0.0.1', bearer(token.replace('a', 'b'))), token)).toBe(false);
  expect(mayScrape(request('127.0.0.1', { authorization: token }), token)).toBe(false);
});
