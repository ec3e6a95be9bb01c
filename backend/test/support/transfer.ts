import type { ImportDocumentsResponse } from '../../src/modules/content/documents/transfer/transfer.dto.js';
import { encodeForm } from './forms.js';
import type { TestResponse } from './http.js';
import type { TestUser } from './users.js';
import type { TestApp } from './test-app.js';

export const importZip = async (
  user: TestUser,
  archive: Buffer,
): Promise<TestResponse<ImportDocumentsResponse & { code?: string }>> =>
  user.request('POST', '/documents/import', await encodeForm({ archive }));

/** Downloads the archive of everything that a user may see. */
export async function exportZip(hub: TestApp, user: TestUser): Promise<Buffer> {
  const response = await hub.app.inject({
    url: '/api/documents/export',
    headers: { authorization: `Bearer ${user.token}` },
  });
  if (response.statusCode !== 200) throw new Error(`The export failed: ${response.body}`);
  return response.rawPayload;
}
