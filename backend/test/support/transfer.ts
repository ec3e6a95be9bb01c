import type { ImportDocumentsResponse } from '../../src/modules/content/transfer/transfer.dto.js';
import { form } from './forms.js';
import type { Answer } from './http.js';
import type { Person } from './people.js';
import type { TestApp } from './test-app.js';

export const importAs = async (
  person: Person,
  archive: Buffer,
): Promise<Answer<ImportDocumentsResponse & { code?: string }>> =>
  person.ask('POST', '/documents/import', await form({ archive }));

/** The archive of everything somebody may see. */
export async function exportAs(hub: TestApp, person: Person): Promise<Buffer> {
  const answer = await hub.app.inject({
    url: '/api/documents/export',
    headers: { authorization: `Bearer ${person.token}` },
  });
  if (answer.statusCode !== 200) throw new Error(`The export failed: ${answer.body}`);
  return answer.rawPayload;
}
