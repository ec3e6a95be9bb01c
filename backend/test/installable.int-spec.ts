import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import sharp from 'sharp';
import { Storage } from '../src/platform/storage/storage.js';
import { encodeForm } from './support/forms.js';
import { createPng } from './support/images.js';
import { createTestApp, type TestApp } from './support/test-app.js';

let hub: TestApp;
beforeAll(async () => (hub = await createTestApp({}, { web: join(import.meta.dirname, '../../frontend/dist') })));
afterAll(() => hub.close());

const get = (url: string) => hub.app.inject({ method: 'GET', url });

interface Manifest {
  name: string;
  theme_color: string;
  icons: { src: string; sizes: string; purpose: string }[];
}

const readManifest = async () => (await get('/manifest.webmanifest')).json<Manifest>();

/** Red, green, blue and alpha of pixels, given in shares of the side. */
async function readColors(png: Buffer, ...places: [number, number][]): Promise<number[][]> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return places.map(([x, y]) => {
    const at = 4 * (Math.floor(y * info.height) * info.width + Math.floor(x * info.width));
    return [...data.subarray(at, at + 4)];
  });
}

const readIcon = async ({ icons }: Manifest, purpose: string, side: number) => {
  const { src = '' } = icons.find((icon) => icon.purpose === purpose && icon.sizes === `${side}x${side}`) ?? {};
  return { src, ...(await get(src)) };
};

test('the manifest names icons in the sizes that systems need; without a logo they show the mark', async () => {
  const manifest = await readManifest();
  expect(manifest).toMatchObject({
    name: 'Knowledge Hub',
    start_url: '/',
    display: 'standalone',
    theme_color: '#0f6e6b',
  });
  for (const purpose of ['any', 'maskable'])
    for (const side of [192, 512]) {
      const { headers, rawPayload } = await readIcon(manifest, purpose, side);
      expect(headers).toMatchObject({
        'content-type': 'image/png',
        'cache-control': 'public, max-age=31536000, immutable',
      });
      expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'png', width: side, height: side });
      const [corner, ground, stroke] = await readColors(rawPayload, [0, 0], [0.5, 0.15], [10 / 32, 0.5]);
      expect(ground).toEqual([15, 110, 107, 255]);
      expect(stroke).toEqual([244, 251, 250, 255]);
      // Systems cut a maskable icon themselves.
      expect(corner?.[3]).toBe(purpose === 'any' ? 0 : 255);
    }
  expect(await sharp((await get('/icons/now/apple.png')).rawPayload).metadata()).toMatchObject({ width: 180 });
  expect((await get('/icons/now/other.png')).statusCode).toBe(404);
  expect((await get('/icons/now/constructor')).statusCode).toBe(404);
});

test('the icons change with the logo, the color and the name of the hub', async () => {
  const admin = await hub.users.create('ADMIN');
  const form = await encodeForm({ image: await createPng(400, 200, '#f00') });
  const { body: image } = await admin.request<{ url: string }>('POST', '/images', form);
  const former = await readIcon(await readManifest(), 'any', 192);
  const save = (values: object) => admin.request('PUT', '/admin/settings', { body: { values } });

  await save({ 'site.accent': '#ffee00', 'site.name': 'Our Shelf' });
  const yellow = await readManifest();
  expect(yellow).toMatchObject({ name: 'Our Shelf', theme_color: '#ffee00' });
  const mark = await readIcon(yellow, 'any', 192);
  // Dark on a light color.
  expect(await readColors(mark.rawPayload, [0.5, 0.15], [10 / 32, 0.5])).toEqual([
    [255, 238, 0, 255],
    [27, 38, 48, 255],
  ]);

  await save({ 'site.logo': image.url });
  const withLogo = await readManifest();
  const logo = await readIcon(withLogo, 'any', 192);
  expect(new Set([former.src, mark.src, logo.src]).size).toBe(3);
  const [center, above] = await readColors(logo.rawPayload, [0.5, 0.5], [0.5, 0.1]);
  expect(center?.[0]).toBeGreaterThan(200);
  expect(center?.[1]).toBeLessThan(40);
  expect(above?.[3]).toBe(0);
  const [safe, outside] = await readColors(
    (await readIcon(withLogo, 'maskable', 512)).rawPayload,
    [0.5, 0.5],
    [0, 0.5],
  );
  expect(safe?.[1]).toBeLessThan(40);
  expect(outside).toEqual([255, 255, 255, 255]);

  // A former address leads to the present icon, which it must not keep.
  const old = await get(former.src);
  expect(old.rawPayload).toEqual(logo.rawPayload);
  expect(old.headers['cache-control']).toBe('private, no-cache');
  await save({ 'site.logo': '', 'site.accent': '', 'site.name': 'Knowledge Hub' });
  expect((await readIcon(await readManifest(), 'any', 192)).rawPayload).toEqual(former.rawPayload);
});

test('the icon in place of a missing logo is not kept', async () => {
  const admin = await hub.users.create('ADMIN');
  const form = await encodeForm({ image: await createPng(60, 60, '#f00') });
  const { body: image } = await admin.request<{ url: string }>('POST', '/images', form);
  await admin.request('PUT', '/admin/settings', { body: { values: { 'site.logo': image.url } } });
  const read = jest.spyOn(hub.app.get(Storage), 'read').mockResolvedValue(undefined);
  const { src, ...fallback } = await readIcon(await readManifest(), 'any', 192);
  read.mockRestore();
  expect(fallback.headers['cache-control']).toBe('private, no-cache');
  const found = await get(src);
  expect(found.headers['cache-control']).toContain('immutable');
  expect(found.rawPayload).not.toEqual(fallback.rawPayload);
  await admin.request('PUT', '/admin/settings', { body: { values: { 'site.logo': '' } } });
});

test('pages name the manifest, and may load workers of the hub only', async () => {
  const { headers, body } = await get('/');
  expect(body).toContain('<link rel="manifest" href="/manifest.webmanifest"');
  expect(headers['content-security-policy']).toContain("worker-src 'self'; ");
  const worker = await get('/sw.js');
  expect(worker.statusCode).toBe(200);
  expect(worker.body).toMatch(/^const HUB_API_URL = "\/api";\n/);
  expect(worker.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy':
      "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self'; frame-ancestors 'none'",
  });
});
