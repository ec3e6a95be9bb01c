import type { Page } from '@playwright/test';
import type { TestUser } from './hub.js';

/** Uploads files for a text as the editor does. The page must be one of the hub. */
export function uploadFiles(
  page: Page,
  { token }: TestUser,
  files: readonly { name: string; bytes: Buffer }[],
): Promise<{ name: string; url: string }[]> {
  return page.evaluate(
    async ({ authorization, sources }) => {
      const stored: { name: string; url: string }[] = [];
      for (const { name, bytes } of sources) {
        const body = new FormData();
        body.append('file', new File([Uint8Array.from(bytes)], name));
        const response = await fetch('/api/attachments', { method: 'POST', headers: { authorization }, body });
        if (!response.ok) throw new Error(await response.text());
        stored.push((await response.json()) as { name: string; url: string });
      }
      return stored;
    },
    { authorization: `Bearer ${token}`, sources: files.map(({ name, bytes }) => ({ name, bytes: [...bytes] })) },
  );
}
