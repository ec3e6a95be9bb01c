import { contentField } from './support/editor.js';
import { expect, test } from './support/hub.js';

const section = '## A heading\n\nSome **bold** words, a [link](/docs) and `code`.\n\n- one\n- [ ] two\n\n> A quote\n\n';
/** Of a processor that is four times as slow; tests beside this one double what is measured alone. */
const MAX_SCRIPT_MS_PER_KEY = 120;

for (const size of [100_000, 500_000])
  test(`a text of ${size / 1000} KB opens in Rich, and typing in it stays fast`, async ({ hub }) => {
    test.setTimeout(90_000);
    const author = await hub.createUser('CONTRIBUTOR');
    const content = section.repeat(Math.floor(size / section.length));
    const document = await hub.api<{ id: string }>(author, 'POST', '/documents', { title: 'Long', content });
    const page = await hub.open(author);
    await page.goto(`/docs/${document.id}/edit`);
    await contentField(page).press('ControlOrMeta+Home');
    await page.keyboard.press('ArrowDown');
    const client = await page.context().newCDPSession(page);
    await client.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await client.send('Performance.enable', { timeDomain: 'threadTicks' });
    const getScriptMs = async () => {
      const { metrics } = await client.send('Performance.getMetrics');
      return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN) * 1000;
    };
    const typed = 'words of a paragraph';
    await page.keyboard.type('a', { delay: 100 });
    const before = await getScriptMs();
    await page.keyboard.type(typed, { delay: 100 });
    const perKey = ((await getScriptMs()) - before) / typed.length;
    test.info().annotations.push({ type: 'script per key in ms', description: perKey.toFixed(1) });
    expect(perKey).toBeLessThan(MAX_SCRIPT_MS_PER_KEY);
    await client.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await page.keyboard.press('ControlOrMeta+s');
    await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible({ timeout: 20_000 });
    const saved = await hub.api<{ content: string }>(author, 'GET', `/documents/${document.id}`);
    expect(saved.content).toBe(content.replace('\n\n', `\na${typed}\n`));
  });
