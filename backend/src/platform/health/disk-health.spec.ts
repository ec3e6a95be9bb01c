import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { describeDisk, measureDisk } from './disk-health.js';
import { sourceTexts } from '../language/texts.js';

const MB = 1024 ** 2;
const GB = 1024 ** 3;

test.each([
  [100 * GB, 2 * GB, 'healthy', []],
  [100 * GB, 2 * GB - 1, 'healthy', ['low_disk_space']],
  [100 * GB, 200 * MB, 'healthy', ['low_disk_space']],
  [100 * GB, 200 * MB - 1, 'degraded', ['low_disk_space']],
  [1 * GB, 0.1 * GB, 'healthy', []],
  [1 * GB, 0.1 * GB - 1, 'degraded', ['low_disk_space']],
])('of %d bytes %d free bytes are %s with the alerts %j', (totalBytes, freeBytes, status, codes) => {
  const found = describeDisk({ totalBytes, freeBytes });
  expect(found.status ?? 'healthy').toBe(status);
  expect((found.alerts ?? []).map(({ code }) => code)).toEqual(codes);
});

test('the alert names the free space in full megabytes', () => {
  const { alerts } = describeDisk({ totalBytes: 100 * GB, freeBytes: 150.9 * MB });
  expect(alerts?.[0]?.detail(sourceTexts)).toBe('Only 150 MB are free on the volume of DATA_DIR.');
});

test('the volume of a folder that does not exist yet is measured', async () => {
  const { figures } = await measureDisk(join(tmpdir(), 'no-such-folder', 'data'));
  expect(figures.freeBytes).toBeGreaterThan(0);
  expect(figures.totalBytes).toBeGreaterThanOrEqual(figures.freeBytes);
});
