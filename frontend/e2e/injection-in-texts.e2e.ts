import { expectDrawn } from './support/figures.js';
import { createCategory, startThread } from './support/forum.js';
import { expect, test } from './support/hub.js';
import { expectNothingRan, inTurns, listen, makeCategories, mallory, short } from './support/injection.js';
import { waitUntilSettled } from './support/wait-until-settled.js';
import { xssPayloads } from './support/xss-payloads.js';

/** As many payloads as one text or quote can have. */
const payloadGroups = Array.from({ length: Math.ceil(xssPayloads.length / 16) }, (_, group) =>
  xssPayloads.slice(group * 16, group * 16 + 16),
);

/** The payloads as the parts of a text that are drawn: formulas, and the words of a diagram. */
function toFigures(payloads: readonly string[]): string {
  const lines = payloads.map((payload) => payload.replaceAll(/[$\s]+/g, ' '));
  const nodes = lines.map((line, number) => `  n${number}["x ${line.replaceAll('"', '#quot;')}"]`);
  const formulas = lines.map((line) => `$\\text{${line}}$`);
  return `${formulas.join('\n\n')}\n\n\`\`\`mermaid\nflowchart TB\n${nodes.join('\n')}\n\`\`\`\n`;
}

test('payloads never run in comments on passages, and in what comments and posts draw', async ({ hub }) => {
  test.setTimeout(180_000);
  const author = await mallory(hub);
  const quotes = payloadGroups.map((group) => group.join(' ').replaceAll(/\s+/g, ' ').trim());
  const { id, slug } = await hub.api<{ id: string; slug: string }>(author, 'POST', '/documents', {
    title: 'Quoted',
    slug: `quoted-${Date.now()}`,
    content: quotes.map((quote) => `~~~~\n${quote}\n~~~~`).join('\n\n'),
    status: 'PUBLISHED',
  });
  const surroundings = { prefix: '', suffix: '', heading: '' };
  for (const [number, quote] of quotes.entries())
    await hub.api(author, 'POST', '/comments', {
      content_type: 'document',
      content_id: id,
      content: payloadGroups[number]?.join('\n\n'),
      anchor: { quote, ...surroundings },
    });
  const figures = payloadGroups.slice(0, 2).map(toFigures);
  for (const content of figures)
    await hub.api(author, 'POST', '/comments', { content_type: 'document', content_id: id, content });
  const admin = await hub.createUser('ADMIN');
  const thread = await startThread(hub, admin, await createCategory(hub, 'Figures', admin), {
    title: short(xssPayloads[0] ?? '', 100),
    content: payloadGroups.slice(2).map(toFigures).join('\n'),
  });

  const page = await hub.open(author, { viewport: { width: 1280, height: 12_000 } });
  const events = listen(page);
  await page.goto(`/docs/${slug}`);
  await expect(page.getByRole('region', { name: 'Comments' }).locator('blockquote[aria-label]')).toHaveCount(
    quotes.length,
  );
  const marks = page.getByRole('button', { name: /^\d+ comments? on “/ });
  await expect(marks).toHaveCount(quotes.length);
  await expectDrawn(page, figures.length);
  await expectNothingRan(page, events);
  for (const mark of [marks.first(), marks.last()]) {
    await mark.press('Enter');
    await expect(page.getByRole('dialog').locator('blockquote').first()).toBeVisible();
    await expectNothingRan(page, events);
  }
  await page.goto(`/community/thread/${thread.id}`);
  await expectDrawn(page, payloadGroups.length - figures.length);
  await waitUntilSettled(page);
  await expectNothingRan(page, events);
});

test('payloads never run in templates and as addresses of other hosts', async ({ hub, address: hubAddress }) => {
  test.setTimeout(120_000);
  const author = await mallory(hub);
  const [category = ''] = await makeCategories(hub, author, xssPayloads.slice(30, 31), `t${Date.now()}`);
  await inTurns(payloadGroups, (group, number) =>
    hub.api(author, 'POST', '/documents', {
      title: `${short(group[0] ?? '', 160)} template ${number}`,
      summary: group[1]?.slice(0, 500),
      content: `{{title}} {{author}}\n\n${group.join('\n\n')}`,
      category_id: category,
      is_template: true,
      status: 'PUBLISHED',
    }),
  );
  const page = await hub.open(author);
  const events = listen(page);
  await page.goto(`/docs/create?category=${category}`);
  const templates = page.getByRole('radio', { name: / template \d+/ });
  await expect(templates).toHaveCount(payloadGroups.length);
  for (const number of payloadGroups.keys()) {
    const name = new RegExp(` template ${number}$`);
    await page.locator('label').filter({ hasText: name }).click();
    await expect(page.getByRole('region', { name: 'Preview' }).getByRole('heading', { name })).toBeVisible();
    await expectNothingRan(page, events);
  }
  await page.getByRole('button', { name: 'Begin writing' }).click();
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue(/ template \d+$/);
  await expect(page.locator('.cm-content')).toBeVisible();
  await expectNothingRan(page, events);

  const foreign = new Set<string>();
  await page.route(
    (url) => url.origin !== new URL(hubAddress).origin,
    async (route) => {
      foreign.add(new URL(route.request().url()).origin);
      await route.fulfill({ contentType: 'text/html', body: '<title>The player</title>' });
    },
  );
  const inAddress = xssPayloads.map((payload) => payload.replaceAll(/\s+/g, ' ').replaceAll(/[<>\\]/g, '\\$&'));
  const { slug } = await hub.api<{ slug: string }>(author, 'POST', '/documents', {
    title: 'Other hosts',
    slug: `other-hosts-${Date.now()}`,
    content: inAddress
      .flatMap((payload) => [
        `[](<https://www.youtube.com/watch?v=jNQXAC9IVRw&t=${payload}>)`,
        `[](<https://codepen.io/${payload}/pen/abcXYZ>)`,
        `[](<https://stackblitz.com/edit/abc?x=${payload}#${payload}>)`,
      ])
      .join('\n\n'),
    status: 'PUBLISHED',
  });
  await page.goto(`/docs/${slug}`);
  const load = page.getByRole('button', { name: /^Load / });
  await expect.poll(() => load.count()).toBeGreaterThan(xssPayloads.length);
  await expectNothingRan(page, events);
  expect([...foreign]).toEqual([]);
  for (let frame = 0; frame < 12; frame++) await load.nth(frame * 10).click();
  await waitUntilSettled(page);
  await expectNothingRan(page, events);
  const sources = await page.locator('iframe').evaluateAll((all) => all.map((one) => (one as HTMLIFrameElement).src));
  const expected = /^https:\/\/(www\.youtube-nocookie\.com|codepen\.io|stackblitz\.com)\//;
  expect(sources.filter((source) => !expected.test(source))).toEqual([]);
});
