import { expect } from '@jest/globals';
import type { DocumentResponse } from '../../src/modules/content/documents/documents.dto.js';
import type { DocumentStatus } from '../../src/modules/content/audience/audience.js';
import type { TestUser } from './users.js';

let number = 0;

/** Creates a document over the API. */
export async function createDocument(author: TestUser, fields: object = {}): Promise<DocumentResponse> {
  const { status, body, text } = await author.request<DocumentResponse>('POST', '/documents', {
    body: { title: `Document ${++number}`, content: `Text ${number}`, ...fields },
  });
  if (status !== 201) throw new Error(`Writing failed: ${text}`);
  return body;
}

/** Reads a document; `undefined` fields when the user may not see it. */
export async function getDocument(user: TestUser, idOrSlug: string): Promise<DocumentResponse> {
  return (await user.request<DocumentResponse>('GET', `/documents/${idOrSlug}`)).body;
}

/** Changes the status of a document as a user who may. */
export async function setDocumentStatus(
  publisher: TestUser,
  id: string,
  status: DocumentStatus,
): Promise<DocumentResponse> {
  const response = await publisher.request<DocumentResponse>('PUT', `/documents/${id}/status`, { body: { status } });
  expect(response.status).toBe(200);
  return response.body;
}

export async function createCategory(manager: TestUser, fields: object = {}): Promise<{ id: string; name: string }> {
  const { status, body, text } = await manager.request<{ id: string; name: string }>('POST', '/categories', {
    body: { name: `Category ${++number}`, ...fields },
  });
  if (status !== 201) throw new Error(`Making a category failed: ${text}`);
  return body;
}
