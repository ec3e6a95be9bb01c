import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expect, type Hub, type TestUser } from './hub.js';

export interface Video {
  id: string;
  slug: string;
  status: string;
  version: number;
  processing: object | null;
}

/** The machine of the tests may be slow, and videos are processed one after another. */
export const PROCESSING_MS = 90_000;

/** Waits until no processing of the video waits or runs. */
export async function waitUntilProcessed(hub: Hub, author: TestUser, id: string): Promise<Video> {
  const get = () => hub.api<Video>(author, 'GET', `/videos/${id}`);
  await expect.poll(async () => (await get()).processing, { timeout: PROCESSING_MS }).toBeNull();
  return get();
}

/** Creates a video of a small file over the API, without waiting for its processing. */
export async function addUploadedVideo(hub: Hub, author: TestUser, path: string, fields: object = {}): Promise<Video> {
  return hub.api<Video>(author, 'POST', '/videos', {
    title: `Recording ${Date.now()}`,
    source_type: 'UPLOAD',
    file_data: (await readFile(path)).toString('base64'),
    ...fields,
  });
}

/** Creates a video of a small file over the API, and waits until it is processed. */
export async function createUploadedVideo(
  ...[hub, author, path, fields]: Parameters<typeof addUploadedVideo>
): Promise<Video> {
  const { id } = await addUploadedVideo(hub, author, path, fields);
  return waitUntilProcessed(hub, author, id);
}

/** @param scope where the button is, unless there is only one of its name */
export async function chooseVideo(page: Page, button: string, path: string, scope?: Locator): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    (scope ?? page).getByRole('button', { name: button }).click(),
  ]);
  await chooser.setFiles(path);
}

/** @param bytesPerSecond -1 for no limit */
export async function limitUploadSpeed(page: Page, bytesPerSecond: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: bytesPerSecond };
  await session.send('Network.emulateNetworkConditions', conditions);
}

export const uploadDialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Uploading the video' });

/** In the form, or in the dialog of a form that is being saved. */
export const uploadPercentOf = async (page: Page): Promise<number> =>
  Number(await page.getByRole('progressbar', { name: 'Uploading the video' }).getAttribute('value'));

export const hasSent = (page: Page, percent: number): Promise<void> =>
  expect.poll(() => uploadPercentOf(page), { timeout: 30_000 }).toBeGreaterThanOrEqual(percent);

/** The element that plays an uploaded video. */
export const playerOf = (page: Page): Locator => page.getByRole('article').locator('video');

export const timeOf = (page: Page): Promise<number> =>
  playerOf(page).evaluate((video: HTMLVideoElement) => video.currentTime);

/** Waits until the player has played for a while after the given second. */
export const hasPlayed = (page: Page, second: number): Promise<void> =>
  expect.poll(() => timeOf(page), { timeout: 30_000 }).toBeGreaterThan(second);
