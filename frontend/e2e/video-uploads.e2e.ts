import type { Page } from '@playwright/test';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findViolations } from './support/axe.js';
import { expect, test } from './support/hub.js';

const MB = 1024 ** 2;
let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-e2e-videos-'));
  const bytes = Buffer.alloc(20 * MB, 7);
  bytes.write('\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41', 'latin1');
  await writeFile(join(folder, 'knots.mp4'), bytes);
  await writeFile(join(folder, 'text.mp4'), 'This is only text. '.repeat(1000));
});
test.afterAll(() => rm(folder, { recursive: true }));

async function limitUploadSpeed(page: Page, bytesPerSecond: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: bytesPerSecond };
  await session.send('Network.emulateNetworkConditions', conditions);
}

async function chooseVideo(page: Page, button: string, name: string): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: button }).click(),
  ]);
  await chooser.setFiles(join(folder, name));
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Uploading the video' });
const percentOf = async (page: Page) => Number(await dialogOf(page).getByRole('progressbar').getAttribute('value'));
const hasSent = (page: Page, percent: number) => expect.poll(() => percentOf(page)).toBeGreaterThanOrEqual(percent);

test('an upload is paused, interrupted by a reload, continued, and becomes a video', async ({ hub }) => {
  test.setTimeout(90_000);
  const page = await hub.open(await hub.createUser('CONTRIBUTOR'));
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto('/videos/create');
  await page.getByLabel('Title', { exact: true }).fill('Knots at sea');
  await chooseVideo(page, 'Choose video', 'knots.mp4');
  await limitUploadSpeed(page, 2 * MB);
  await page.getByRole('button', { name: 'Upload video' }).click();
  await hasSent(page, 15);
  await expect(dialogOf(page)).toContainText(/\d MB\/s · \d+ seconds left/);
  expect(await findViolations(page)).toEqual([]);

  await dialogOf(page).getByRole('button', { name: 'Pause' }).click();
  await expect(dialogOf(page)).toContainText('Paused');
  const paused = await percentOf(page);
  await dialogOf(page).getByRole('button', { name: 'Resume' }).click();
  await hasSent(page, paused + 5);

  await page.reload();
  await limitUploadSpeed(page, -1);
  const notice = page.getByRole('region', { name: 'Unfinished upload' });
  await expect(notice).toContainText(/The upload of “knots.mp4” stopped at \d+ %/);
  expect(await findViolations(page)).toEqual([]);
  await chooseVideo(page, 'Choose the file', 'knots.mp4');
  const offsets: number[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']));
  });
  await page.getByRole('button', { name: 'Upload video' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Knots at sea' })).toBeVisible({ timeout: 30_000 });
  expect(offsets[0]).toBeGreaterThan(3 * MB);

  await page.goto('/videos/create');
  await expect(page.getByRole('button', { name: 'Choose video' })).toBeVisible();
  await expect(notice).toBeHidden();
});

test('a canceled upload leaves nothing, and a file that is no video is refused at its field', async ({ hub }) => {
  const page = await hub.open(await hub.createUser('CONTRIBUTOR'));
  await page.goto('/videos/create');
  await page.getByLabel('Title', { exact: true }).fill('Never seen');
  await chooseVideo(page, 'Choose video', 'knots.mp4');
  await limitUploadSpeed(page, 2 * MB);
  await page.getByRole('button', { name: 'Upload video' }).click();
  await hasSent(page, 5);
  const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await page.keyboard.press('Escape');
  await page
    .getByRole('alertdialog', { name: 'Cancel the upload?' })
    .getByRole('button', { name: 'Cancel upload' })
    .click();
  expect((await deleted).status()).toBe(204);
  await expect(dialogOf(page)).toBeHidden();
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Never seen');

  await limitUploadSpeed(page, -1);
  await chooseVideo(page, 'Replace', 'text.mp4');
  await page.getByRole('button', { name: 'Upload video' }).click();
  await expect(page.getByText(/This file is not a video/).first()).toBeVisible();
});
