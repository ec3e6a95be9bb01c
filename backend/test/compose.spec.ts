import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';

const file = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');

/** Set by the container: its address, and the location of files and database. */
const fixed = ['PORT', 'HOST', 'DATA_DIR'];

test('every variable in README reaches the hub in the container', () => {
  const section = /^## Configuration$(.*?)^## /ms.exec(file('README.md'))?.[1] ?? '';
  const documented = section
    .split('\n')
    .flatMap((row) =>
      [...(row.startsWith('|') ? row : '').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name = '']) => name),
    );
  expect(documented).toContain('LOG_LEVEL');
  const { services } = parse(file('docker-compose.yml')) as {
    services: { hub: { environment: Record<string, string> } };
  };
  const passed = Object.keys(services.hub.environment);
  // PORT also appears in other cells, as part of a URL.
  expect([...new Set(documented)].filter((name) => !passed.includes(name) && !fixed.includes(name))).toEqual([]);
});
