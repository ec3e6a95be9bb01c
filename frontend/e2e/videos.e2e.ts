import type { Page } from '@playwright/test';
import { findBarriers } from './support/adaptation.js';
import { findViolations } from './support/axe.js';
import { expect, test, type Hub, type TestUser } from './support/hub.js';
import { waitUntilSettled } from './support/wait-until-settled.js';

interface Video {
  id: string;
  slug: string;
  status: string;
}

const chapters = [
  { title: 'Why', start_time: 0, description: '' },
  { title: 'Install the tools', start_time: 65, description: 'Node and npm' },
];
const transcript = 'Welcome\n0:05 Hello and welcome\n1:05 Now the tools';

async function createVideo(hub: Hub, author: TestUser, fields: object = {}): Promise<Video> {
  const { id } = await hub.api<Video>(author, 'POST', '/videos', {
    title: `Tour ${Date.now()}`,
    source_type: 'YOUTUBE',
    source_url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    ...fields,
  });
  await expect.poll(async () => (await hub.api<Video>(author, 'GET', `/videos/${id}`)).status).toBe('READY');
  return hub.api<Video>(author, 'GET', `/videos/${id}`);
}

/** Answers requests to other hosts with an empty page, and returns their hosts. */
async function collectForeignHosts(hub: Hub, page: Page): Promise<string[]> {
  const hosts: string[] = [];
  // The script of the tests that stores the token also runs in frames of other hosts, which have no storage.
  hub.allowComplaints(/Failed to read the 'localStorage' property/);
  await page.context().route(
    ({ hostname, protocol }) => protocol.startsWith('http') && !['localhost', '127.0.0.1'].includes(hostname),
    (route) => {
      hosts.push(new URL(route.request().url()).hostname);
      return route.fulfill({ contentType: 'text/html', body: '<title>player</title>' });
    },
  );
  return hosts;
}

test('a video of YouTube is created in the form, and YouTube is contacted only after the click', async ({ hub }) => {
  test.setTimeout(60_000);
  const page = await hub.open(await hub.createUser('CONTRIBUTOR'));
  const hosts = await collectForeignHosts(hub, page);
  const title = `A tour ${Date.now()}`;
  await page.goto('/videos');
  await page.getByRole('link', { name: 'New video' }).click();
  await expect(page.getByRole('button', { name: 'Submit for review' })).toBeDisabled();
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await page.getByRole('combobox', { name: 'Source' }).selectOption('YouTube');
  await page.getByRole('textbox', { name: 'Video URL' }).fill('https://youtu.be/dQw4w9WgXcQ');
  await page.getByRole('button', { name: 'Add chapter' }).click();
  await page.getByRole('group', { name: 'Chapter 1' }).getByRole('textbox', { name: 'Title' }).fill('Why');
  await page.getByRole('textbox', { name: 'Transcript' }).fill(transcript);
  await page.getByRole('button', { name: 'Submit for review' }).click();

  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  const player = page.frameLocator('iframe[src^="/embed/youtube/"]');
  const play = player.getByRole('button', { name: 'Play on YouTube' });
  await expect(play).toBeVisible();
  await page.getByRole('tab', { name: 'Transcript' }).click();
  await expect(page.getByRole('button', { name: '0:05 Hello and welcome' })).toBeVisible();
  expect(hosts).toEqual([]);

  await page.goto(`${page.url()}?t=1m5s`);
  await play.click();
  const embedded = player.locator('iframe');
  await expect(embedded).toHaveAttribute('src', /^https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ\?/);
  await expect(embedded).toHaveAttribute('src', /start=65/);
  await expect.poll(() => hosts).toEqual(['www.youtube-nocookie.com']);
});

test('videos of Vimeo and Loom make no third-party request before the click', async ({ hub }) => {
  const editor = await hub.createUser('EDITOR');
  const page = await hub.open();
  const hosts = await collectForeignHosts(hub, page);
  for (const { service, source_type, source_url, host, url } of [
    {
      service: 'Vimeo',
      source_type: 'VIMEO',
      source_url: 'https://vimeo.com/76979871',
      host: 'player.vimeo.com',
      url: /^https:\/\/player\.vimeo\.com\/video\/76979871\?.*dnt=1/,
    },
    {
      service: 'Loom',
      source_type: 'LOOM',
      source_url: 'https://www.loom.com/share/0281766fa2d04bb788eaf19e65135184',
      host: 'www.loom.com',
      url: /^https:\/\/www\.loom\.com\/embed\/0281766fa2d04bb788eaf19e65135184\?/,
    },
  ]) {
    const { slug } = await createVideo(hub, editor, { source_type, source_url });
    await page.goto(`/videos/${slug}`);
    const play = page.getByRole('button', { name: `Play on ${service}` });
    await expect(play).toBeVisible();
    await expect(page.getByText(`Playing contacts ${service}`)).toBeVisible();
    expect(hosts).toEqual([]);
    await play.click();
    await expect(page.getByRole('article').locator('iframe')).toHaveAttribute('src', url);
    await expect.poll(() => hosts.splice(0)).toEqual([host]);
  }
});

test('the list shows facts of videos, and filters them', async ({ hub }) => {
  test.setTimeout(60_000);
  const editor = await hub.createUser('EDITOR');
  const mark = `m${Date.now()}`;
  await createVideo(hub, editor, { title: `At YouTube ${mark}`, tags: [mark], chapters });
  await createVideo(hub, editor, {
    title: `At Vimeo ${mark}`,
    tags: [mark],
    source_type: 'VIMEO',
    source_url: 'https://vimeo.com/76979871',
  });
  const page = await hub.open();
  await page.goto('/');
  await page
    .getByRole('main')
    .getByRole('link', { name: /Video tutorials/ })
    .click();
  await expect(page).toHaveURL('/videos');
  await page.goto(`/videos?tag=${mark}`);
  await expect(page.getByText('2 videos')).toBeVisible();
  await expect(page.getByRole('article').filter({ hasText: 'At YouTube' })).toContainText('YouTube · 2 chapters');
  await page.getByRole('combobox', { name: 'Source' }).selectOption('Vimeo');
  await expect(page.getByText('1 video', { exact: true })).toBeVisible();
  await expect(page.getByRole('article')).toHaveText(/At Vimeo/);
  await page.getByRole('link', { name: `At Vimeo ${mark}` }).click();
  await expect(page.getByRole('button', { name: 'Play on Vimeo' })).toBeVisible();
});

test('the screens of videos are accessible and fit phones', async ({ hub }) => {
  test.setTimeout(120_000);
  const editor = await hub.createUser('EDITOR');
  const { slug, id } = await createVideo(hub, editor, { chapters, transcript, description: 'What **you** see' });
  const page = await hub.open(editor);
  await page.setViewportSize({ width: 360, height: 740 });
  const check = async (path: string) => {
    await waitUntilSettled(page, 100);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findViolations(page), `${path} (${colorScheme})`).toEqual([]);
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, path).toBeLessThanOrEqual(0);
    expect.soft(await findBarriers(page), `${path}, adapted`).toEqual([]);
  };
  for (const [path, heading] of [
    ['/videos', 'Videos'],
    ['/videos/create', 'New video'],
    [`/videos/${id}/edit`, 'Edit video'],
    ['/embed/youtube/dQw4w9WgXcQ?title=A', 'A'],
    ['/videos/no-such-video', 'Video Not Found'],
    [`/videos/${slug}`, /Tour/],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeAttached();
    await check(path);
  }
  await page.getByRole('tab', { name: 'Transcript' }).click();
  await expect(page.getByRole('region', { name: 'Transcript' })).toBeVisible();
  await check('transcript');
});
