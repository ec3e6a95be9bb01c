import { expect } from '@jest/globals';
import type { DocumentResponse } from '../../src/modules/content/documents/documents.dto.js';
import type { DocumentStatus } from '../../src/modules/content/items/enums.js';
import type { Person } from './people.js';

let number = 0;

/** Writes a document the way people do. */
export async function write(author: Person, fields: object = {}): Promise<DocumentResponse> {
  const { status, body, text } = await author.ask<DocumentResponse>('POST', '/documents', {
    body: { title: `Document ${++number}`, content: `Text ${number}`, ...fields },
  });
  if (status !== 201) throw new Error(`Writing failed: ${text}`);
  return body;
}

/** Moves a document as somebody who may. */
export async function moveTo(publisher: Person, id: string, status: DocumentStatus): Promise<DocumentResponse> {
  const answer = await publisher.ask<DocumentResponse>('PUT', `/documents/${id}/status`, { body: { status } });
  expect(answer.status).toBe(200);
  return answer.body;
}

export async function makeCategory(manager: Person, fields: object = {}): Promise<{ id: string; name: string }> {
  const { status, body, text } = await manager.ask<{ id: string; name: string }>('POST', '/categories', {
    body: { name: `Category ${++number}`, ...fields },
  });
  if (status !== 201) throw new Error(`Making a category failed: ${text}`);
  return body;
}
