import { describe, expect, test } from '@jest/globals';
import { resolve } from 'node:path';
import { ConfigError, loadConfig } from './config.js';

const DATABASE_URL = 'postgresql://hub:top-secret-word@db.example.org:5432/hub';
const load = (environment: Record<string, string> = {}) => loadConfig({ DATABASE_URL, ...environment });

function refusal(environment: Record<string, string>): string {
  try {
    loadConfig({ DATABASE_URL, ...environment });
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).message;
  }
  throw new Error('It was accepted.');
}

test('only the database is required', () => {
  const config = load();
  expect(config.env).toMatchObject({
    PORT: 3000,
    HOST: '127.0.0.1',
    STORAGE: 'local',
    DEMO: false,
    API_PREFIX: '/api',
    CORS_ORIGINS: [],
    TRUST_PROXY: false,
    RATE_LIMIT_IP_FACTOR: 1,
    SHARED_READS_SECONDS: 2,
    STORAGE_QUOTA_GB: 100,
    MAX_VIDEO_MB: 2048,
    VIDEO_WORKERS: 1,
    MAX_IMAGE_MB: 10,
    LOG_LEVEL: 'info',
    DATABASE_REPLICA_URLS: [],
  });
  expect([config.publicUrl, config.databaseUrl, config.dataDir, config.secureCookies]).toEqual([
    'http://localhost:3000',
    DATABASE_URL,
    resolve('.data'),
    false,
  ]);
});

test('an empty value counts as missing, except for the prefix', () => {
  const names = [
    'PORT',
    'HOST',
    'PUBLIC_URL',
    'DATA_DIR',
    'STORAGE',
    'ADMIN_EMAIL',
    'ADMIN_PASSWORD',
    'DEMO',
    'SMTP_URL',
    'CORS_ORIGINS',
    'TRUST_PROXY',
    'LOG_LEVEL',
    'S3_ENDPOINT',
  ];
  expect(load(Object.fromEntries(names.map((name) => [name, '']))).env).toEqual(load().env);
  expect(load({ API_PREFIX: '' }).env.API_PREFIX).toBe('');
});

test('values are converted to their types', () => {
  const config = load({
    PORT: '8080',
    PUBLIC_URL: 'https://Hub.Example.org/',
    CORS_ORIGINS: ' https://a.example/ , http://localhost:5173,',
    TRUST_PROXY: 'true',
    RATE_LIMIT_IP_FACTOR: '0.5',
    DATABASE_REPLICA_URLS: 'postgres://a/x, postgresql://b/x',
  });
  expect(config.publicUrl).toBe('https://hub.example.org');
  expect(config.secureCookies).toBe(true);
  expect(config.env).toMatchObject({
    PORT: 8080,
    CORS_ORIGINS: ['https://a.example', 'http://localhost:5173'],
    TRUST_PROXY: true,
    RATE_LIMIT_IP_FACTOR: 0.5,
    DATABASE_REPLICA_URLS: ['postgres://a/x', 'postgresql://b/x'],
  });
  expect(load({ PORT: '4000' }).publicUrl).toBe('http://localhost:4000');
});

test('issuers require https, except on loopback', () => {
  expect(load().env).toMatchObject({ OIDC_ISSUER: 'https://accounts.google.com', OIDC_NAME: 'Google' });
  for (const OIDC_ISSUER of [
    'https://issuer.example/realms/hub',
    'http://localhost:8080',
    'http://127.0.0.1:8080/realm',
    'http://[::1]:1',
  ])
    expect(load({ OIDC_ISSUER }).env.OIDC_ISSUER).toBe(OIDC_ISSUER);
});

test.each([
  [{}, ['http://localhost:3000', 'http://127.0.0.1:3000']],
  [{ PUBLIC_URL: 'http://127.0.0.1' }, ['http://127.0.0.1', 'http://localhost']],
  [
    { PUBLIC_URL: 'https://hub.example.org', CORS_ORIGINS: 'https://a.example,https://hub.example.org' },
    ['https://hub.example.org', 'https://a.example'],
  ],
])('the own origins with %j are %j', (environment, origins) => {
  expect(load(environment).ownOrigins).toEqual(origins);
});

test.each([
  [{ PUBLIC_URL: 'https://hub.example.org', CORS_ORIGINS: 'https://a.example' }, 'https://hub.example.org'],
  [
    { PUBLIC_URL: 'https://api.example.org', CORS_ORIGINS: 'https://a.example,https://b.example', API_PREFIX: '' },
    'https://a.example',
  ],
  [{ PUBLIC_URL: 'https://api.example.org', API_PREFIX: '' }, 'https://api.example.org'],
])('links with %j lead to %s', (environment, frontend) => {
  expect(load(environment).frontendUrl).toBe(frontend);
});

describe('an invalid value gives one sentence with the variable and its valid values', () => {
  const wrong: Record<string, string[]> = {
    PORT: ['abc', '-1', '65536', '80.5', '0x50', ' 80', '1e3'],
    PUBLIC_URL: ['hub.example.org', 'ftp://hub.example.org', 'https://hub.example.org/path', 'x'],
    DATABASE_URL: ['mysql://x/y', 'localhost', 'x'],
    DATABASE_REPLICA_URLS: ['postgres://a/x,http://b/y'],
    STORAGE: ['S3', 'disk'],
    S3_ENDPOINT: ['minio'],
    ADMIN_EMAIL: ['admin', 'admin@', `${'x'.repeat(250)}@example.org`],
    ADMIN_PASSWORD: ['short', 'x'.repeat(201)],
    DEMO: ['yes', '1', 'TRUE'],
    OIDC_ISSUER: ['http://issuer.example', 'issuer.example', 'ftp://localhost', 'x'],
    OIDC_NAME: ['x'.repeat(41)],
    SMTP_URL: ['http://mail.example.org', 'mail.example.org'],
    API_PREFIX: ['api', '/api/', '/v1', ' '],
    CORS_ORIGINS: ['*', 'https://a.example/path', 'https://a.example,b'],
    TRUST_PROXY: ['yes', '1'],
    RATE_LIMIT_IP_FACTOR: ['0', '-1', 'many', '1e3', '9'.repeat(400)],
    SHARED_READS_SECONDS: ['-1', '1.5', '61', 'x'],
    STORAGE_QUOTA_GB: ['0', '1.5', 'x', '9'.repeat(30)],
    MAX_VIDEO_MB: ['0', 'x'],
    VIDEO_WORKERS: ['-1', '65', 'all'],
    MAX_IMAGE_MB: ['0', '1001'],
    LOG_LEVEL: ['verbose', 'INFO'],
  };

  test.each(Object.entries(wrong))('%s', (name, values) => {
    for (const value of values) {
      const message = refusal({ [name]: value });
      expect(message).toMatch(new RegExp(`^${name} must be `));
      expect(message).toMatch(/\.$/);
      expect(message).not.toContain('\n');
    }
  });
});

test('related variables require each other', () => {
  const s3 = { STORAGE: 's3', S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' };
  expect(load(s3).env.S3_REGION).toBe('us-east-1');
  for (const name of ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])
    expect(refusal({ ...s3, [name]: '' })).toMatch(new RegExp(`^${name} is missing: `));
  expect(refusal({ SMTP_URL: 'smtp://user:pass-word@mail.example.org' })).toMatch(/^MAIL_FROM is missing: /);
  expect(refusal({ GOOGLE_CLIENT_ID: 'id' })).toMatch(/^GOOGLE_CLIENT_SECRET is missing: /);
  expect(refusal({ GOOGLE_CLIENT_SECRET: 'top-secret' })).toMatch(/^GOOGLE_CLIENT_ID is missing: /);
  expect(refusal({ ADMIN_PASSWORD: 'long-enough' })).toMatch(/^ADMIN_EMAIL is missing: /);
  expect(refusal({ DATABASE_URL: '' })).toMatch(/^DATABASE_URL is missing: .*npm start/);
});

test('secrets are never shown', () => {
  const secret = 'very-secret-word';
  const wrong = {
    DATABASE_URL: `mysql://user:${secret}@host/x`,
    DATABASE_REPLICA_URLS: `mysql://user:${secret}@host/x`,
    ADMIN_PASSWORD: secret.slice(0, 5),
    SMTP_URL: `ftp://user:${secret}@host`,
  };
  for (const [name, value] of Object.entries(wrong))
    expect(refusal({ [name]: value })).not.toContain(secret.slice(0, 5));
  const together = [
    refusal({ SMTP_URL: `smtp://u:${secret}@host` }),
    refusal({ ADMIN_PASSWORD: secret }),
    refusal({ GOOGLE_CLIENT_SECRET: secret }),
    refusal({ STORAGE: 's3', S3_SECRET_ACCESS_KEY: secret }),
  ];
  for (const message of together) expect(message).not.toContain(secret);
});
