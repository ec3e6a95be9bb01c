import type { Page } from '@playwright/test';
import { expect, test, type Hub } from './support/hub.js';
import { findViolations } from './support/axe.js';
import { expectDrawn } from './support/figures.js';
import { waitUntilSettled } from './support/wait-until-settled.js';

const fence = (source: string, language = 'mermaid') => `\`\`\`${language}\n${source}\n\`\`\`\n\n`;
const flow = 'flowchart LR\n  accTitle: Life of a document\n  A[Draft] --> B[Published]';
const text = [
  '## Figures\n\nThe area is $A = \\pi r^2$, and costs are $5 and $6.\n\n',
  '$$\n\\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a}\n$$\n\n',
  fence(flow),
  fence('flowchart LR\n  A -->'),
  'A wrong one: $\\frac{1$.',
].join('');

async function publish(hub: Hub, content: string): Promise<string> {
  const title = `Figures ${Date.now()} ${Math.random().toString(36).slice(2)}`;
  const author = await hub.createUser('EDITOR');
  const { slug } = await hub.api<{ slug: string }>(author, 'POST', '/documents', {
    title,
    content,
    status: 'PUBLISHED',
  });
  return `/docs/${slug}`;
}

const frameRequests = (page: Page) => {
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  return urls;
};

test('formulas and diagrams are drawn on the page of a document; without scripts it has their source', async ({
  hub,
  browser,
  address: baseURL,
}) => {
  const address = await publish(hub, text);
  const page = await hub.open(undefined, { viewport: { width: 360, height: 800 }, colorScheme: 'dark' });
  await page.goto(address);
  await expect(page.locator('math')).toHaveCount(2);
  await expect(page.locator('math[display=block] mfrac')).toBeVisible();
  await expect(page.getByText('costs are $5 and $6')).toBeVisible();
  await expect(page.getByText('This formula has an error at character')).toBeVisible();

  const enlarge = page.getByRole('button', { name: 'Enlarge diagram: Life of a document' });
  await expect(enlarge.getByAltText('Life of a document')).toBeVisible();
  await expect(page.getByText('This diagram has an error in line 2.')).toBeVisible();
  const [drawn, wrong] = [page.locator('article details').first(), page.locator('article details').last()];
  await expect(drawn.locator('pre')).toBeHidden();
  await expect(wrong.locator('pre')).toBeVisible();
  await drawn.getByText('Source').click();
  await expect(drawn.locator('pre')).toContainText('A[Draft] --> B[Published]');
  expect(await findViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);

  await enlarge.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Life of a document' }).getByRole('img')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(enlarge).toBeFocused();

  const plain = await browser.newPage({ baseURL, javaScriptEnabled: false });
  await plain.goto(address);
  await expect(plain.getByText('A = \\pi r^2')).toBeVisible();
  await expect(plain.getByText('A[Draft] --> B[Published]')).toBeVisible();
  await plain.close();
});

test('a preview draws what is written; the print of the menu waits for figures below', async ({ hub }) => {
  const author = await hub.createUser('EDITOR');
  const { id, slug } = await hub.api<{ id: string; slug: string }>(author, 'POST', '/documents', {
    title: `Printed ${Date.now()}`,
    content: `words\n\n${'words\n\n'.repeat(150)}${fence(flow)}$x^2$`,
    status: 'PUBLISHED',
  });
  const page = await hub.open(author);
  const requests = frameRequests(page);
  await page.addInitScript(() => {
    window.print = () => {
      document.title = `printed with ${document.querySelectorAll('math, [data-diagram] img').length} figures`;
    };
  });
  await page.goto(`/docs/${slug}`);
  await waitUntilSettled(page);
  expect(requests.filter((url) => /katex|diagram/.test(url))).toEqual([]);
  await page.getByRole('button', { name: 'More actions' }).first().click();
  await page.getByRole('menuitem', { name: 'Print' }).click();
  await expect(page).toHaveTitle('printed with 2 figures');

  await page.goto(`/docs/${id}/edit`);
  await page.getByRole('tab', { name: 'Preview' }).click();
  await page.getByRole('tabpanel').getByText('Source').scrollIntoViewIfNeeded();
  await expect(page.getByRole('tabpanel').getByAltText('Life of a document')).toBeVisible();
});

test('a diagram that does not end shows its source, and the other one is drawn', async ({ hub }) => {
  // Which of them is drawn first depends on when they come into view.
  const address = await publish(hub, fence('flowchart LR\n  one') + fence('flowchart LR\n  another'));
  const page = await hub.open();
  await page.clock.install();
  let isFirst = true;
  await page.route('**/diagram-frame.html', (route) => {
    const receive = "port.postMessage('ready'); port.onmessage = () => console.log('asked to draw')";
    const script = `addEventListener('message', ({ ports: [port] }) => { ${receive} })`;
    if (!isFirst) return route.continue();
    isFirst = false;
    return route.fulfill({ contentType: 'text/html', body: `<!doctype html><script>${script}</script>` });
  });
  const asked = page.waitForEvent('console', (message) => message.text() === 'asked to draw');
  await page.goto(address);
  await asked;
  await page.clock.runFor(20_000);
  await page.clock.resume();
  await expect(page.getByText('This diagram takes too long to draw.')).toBeVisible();
  await expect(page.locator('pre code').filter({ hasText: 'flowchart LR' }).filter({ visible: true })).toHaveCount(1);
  await expect(page.getByAltText(/one|another/)).toHaveCount(1);
});

const script = 'window.hacked=1;parent.hacked=1;alert(1)';
const hostileDiagrams = [
  `flowchart LR\n  A["<img src=x onerror='${script}'>"] --> B["<script>${script}</script>"]`,
  `flowchart LR\n  A --> B\n  click A "javascript:${script}"\n  click B call alert(1)`,
  [
    '%%{init: {"securityLevel": "loose", "htmlLabels": true, "flowchart": {"htmlLabels": true}}}%%',
    `flowchart LR\n  A["<iframe srcdoc='<script>${script}</script>'></iframe>"]`,
  ].join('\n'),
  [
    `%%{init: {"themeCSS": "} * { background: url(https://example.org/a.png) } @import 'https://example.org/b.css';"}}%%`,
    'flowchart LR\n  A --> B',
  ].join('\n'),
  [
    '---\nconfig:\n  securityLevel: loose\n  themeVariables:',
    `    fontFamily: "x;} </style><script>${script}</script>"\n---\nflowchart LR\n  A --> B`,
  ].join('\n'),
  'flowchart LR\n  A@{ img: "https://example.org/x.png", label: "Image", w: 60, h: 60 } --> B',
  `flowchart LR\n  A:::x --> B\n  classDef x fill:url(https://example.org/c.png),background-image:url(https://example.org/d.png)`,
  `sequenceDiagram\n  Alice->>Bob: <svg onload="${script}"></svg>\n  link Alice: Home @ javascript:${script}`,
  `classDiagram\n  class A["<img src=x onerror=${script}>"]\n  link A "javascript:${script}"`,
  `gantt\n  section <script>${script}</script>\n  A :a1, 2026-01-01, 3d\n  click a1 href "javascript:${script}"`,
  `flowchart LR\n  A["$$\\href{javascript:${script}}{x}$$"]`,
  `stateDiagram-v2\n  state "<foreignObject><body onload='${script}'></foreignObject>" as s`,
];
const hostileFormulas = [
  `$\\href{javascript:${script}}{x}$`,
  `$\\includegraphics{https://example.org/x.png}$`,
  `$\\htmlStyle{position:fixed}{x}$ $\\htmlData{a=b}{x}$ $\\fcolorbox{red}{blue}{x}$ $\\pmb{x}$`,
  `$\\text{<img src=x onerror=${script}>}$ $</math><script>${script}</script>$`,
];

test('hostile diagrams and formulas run nothing and load nothing', async ({ hub }) => {
  test.setTimeout(90_000);
  const content = hostileDiagrams.map((source) => fence(source)).join('') + hostileFormulas.join('\n\n');
  const address = await publish(hub, content);
  const page = await hub.open(undefined, { viewport: { width: 1000, height: 8000 } });
  const events: string[] = [];
  page.on('dialog', (dialog) => {
    events.push(dialog.message());
    void dialog.dismiss();
  });
  const requests = frameRequests(page);
  await page.goto(address);
  await expect(page.locator('math').first()).toBeVisible();
  await expectDrawn(page, hostileDiagrams.length);
  await waitUntilSettled(page);
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  expect(events).toEqual([]);
  const { origin } = new URL(page.url());
  expect(requests.filter((url) => !url.startsWith(`${origin}/`) && !url.startsWith('data:image/svg'))).toEqual([]);
  // The drawings are images, and nothing of them is part of the page.
  await expect(page.locator('article svg foreignObject, article script, article iframe')).toHaveCount(0);
});

test('the frame for diagrams reaches nothing', async ({ hub }) => {
  const page = await hub.open(await hub.createUser());
  hub.allowComplaints(/Content Security Policy|Failed to read (?:a named|the 'localStorage') property|Access to fetch/);
  await page.goto('/diagram-frame.html');
  expect(await page.evaluate(() => window.origin)).toBe('null');
  await expect(page.evaluate(() => document.cookie)).rejects.toThrow('SecurityError');
  await expect(page.evaluate(() => localStorage.length)).rejects.toThrow('SecurityError');
  await expect(page.evaluate(() => fetch('/api/auth/me'))).rejects.toThrow('TypeError');
});
