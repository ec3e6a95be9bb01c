import type { Page } from '@playwright/test';
import { expect, type Hub, type TestUser } from './hub.js';
import { xssPayloads } from './xss-payloads.js';

/** Records forbidden events; violations of the content security policy fail the test anyway. */
export function listen(page: Page): string[] {
  const events: string[] = [];
  page.on('dialog', (dialog) => {
    events.push(`dialog on ${page.url()}: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('popup', (popup) => events.push(`popup on ${page.url()}: ${popup.url()}`));
  return events;
}

export async function expectNothingRan(page: Page, events: string[]): Promise<void> {
  const hacked = await page.evaluate(() => (window as { hacked?: number }).hacked);
  expect(hacked === undefined ? 'nothing' : xssPayloads[hacked], `what ran on ${page.url()}`).toBe('nothing');
  expect(events).toEqual([]);
}

/** Ends with a visible letter, because a payload alone may be rejected as empty. */
export const short = (payload: string, length: number) => `${payload.slice(0, length - 2)} x`;

export const mallory = (hub: Hub) => hub.createUser('EDITOR', 'Mallory <script>window.hacked=1,alert(1)</script>');

/** @param letter makes the names unique per test */
export async function makeCategories(
  hub: Hub,
  author: TestUser,
  payloads: readonly string[],
  letter: string,
): Promise<string[]> {
  return inTurns(payloads, async (payload, number) => {
    const name = `${short(payload, 56)}${letter}${number}`;
    const { id } = await hub.api<{ id: string }>(author, 'POST', '/categories', {
      name,
      description: payload,
      icon: payload.slice(0, 20),
    });
    return id;
  });
}

/** Runs a limited number of tasks at once; results are in the order of the items. */
export async function inTurns<T, R>(items: readonly T[], work: (item: T, number: number) => Promise<R>): Promise<R[]> {
  const AT_A_TIME = 6;
  const done: R[] = [];
  while (done.length < items.length) {
    const next = items.slice(done.length, done.length + AT_A_TIME);
    done.push(...(await Promise.all(next.map((item, i) => work(item, done.length + i)))));
  }
  return done;
}
