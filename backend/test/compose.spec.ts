import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';

const file = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');

/** What the container sets itself: where it listens, and where its files and its database are. */
const fixed = ['PORT', 'HOST', 'DATA_DIR'];

test('every variable that README tells of reaches the hub in the container', () => {
  const section = /^## Configuration$(.*?)^## /ms.exec(file('README.md'))?.[1] ?? '';
  const told = section
    .split('\n')
    .flatMap((row) =>
      [...(row.startsWith('|') ? row : '').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name = '']) => name),
    );
  expect(told).toContain('LOG_LEVEL');
  const { services } = parse(file('docker-compose.yml')) as {
    services: { hub: { environment: Record<string, string> } };
  };
  const passed = Object.keys(services.hub.environment);
  // PORT stands in other cells too, as part of an address.
  expect([...new Set(told)].filter((name) => !passed.includes(name) && !fixed.includes(name))).toEqual([]);
});
