import type { ImportDocumentsResponse } from '../../src/modules/content/documents/transfer/transfer.dto.js';
import { encodeForm } from './forms.js';
import type { TestResponse } from './http.js';
import type { TestUser } from './users.js';
import type { TestApp } from './test-app.js';
import { zip } from './zip.js';

export const importZip = async (
  user: TestUser,
  archive: Buffer,
  choices: Record<string, string> = {},
): Promise<TestResponse<ImportDocumentsResponse & { code?: string }>> =>
  user.request('POST', '/documents/import', await encodeForm({ ...choices, archive }));

/** Imports files by their names in the archive. @returns the report */
export async function importFiles(
  user: TestUser,
  files: Record<string, string | Buffer>,
  choices?: Record<string, string>,
): Promise<ImportDocumentsResponse> {
  const { status, body, text } = await importZip(user, await zip(files), choices);
  if (status !== 200) throw new Error(`The import failed: ${text}`);
  return body;
}

/** The slugs and the reasons of a report, without ids. */
export const summarizeImport = ({ created, skipped }: ImportDocumentsResponse) => ({
  created: created.map(({ slug }) => slug),
  skipped: skipped.map(({ path, reason }) => `${path}: ${reason}`),
});

/** Downloads the archive of everything that a user may see. */
export async function exportZip(hub: TestApp, user: TestUser): Promise<Buffer> {
  const response = await hub.app.inject({
    url: '/api/documents/export',
    headers: { authorization: `Bearer ${user.token}` },
  });
  if (response.statusCode !== 200) throw new Error(`The export failed: ${response.body}`);
  return response.rawPayload;
}
