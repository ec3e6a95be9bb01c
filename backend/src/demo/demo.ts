import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AuthFacade } from '../modules/auth/index.js';
import { ContentFacade } from '../modules/content/index.js';
import { categories, documents, people } from './demo-content.js';

export interface DemoSignIn {
  role: string;
  email: string;
  password: string;
}

/** Makes the demo through the same services people use, so that all rules hold for it. @returns the sign-ins of the five roles */
export async function createDemo(app: NestFastifyApplication): Promise<DemoSignIn[]> {
  const auth = app.get(AuthFacade);
  const content = app.get(ContentFacade);
  const actors = new Map<string, Awaited<ReturnType<AuthFacade['createPerson']>>>();
  for (const person of people) actors.set(person.role, await auth.createPerson(person));
  const categoryIds = new Map<string, string>();
  for (const category of categories) categoryIds.set(category.name, await content.createCategory(category));
  for (const { category, author, publishedBy, ...document } of documents) {
    const writer = actors.get(author)?.actor;
    const publisher = publishedBy && actors.get(publishedBy)?.actor;
    if (!writer) throw new Error(`The demo has no ${author}.`);
    const id = await content.createDocument(writer, { ...document, category_id: categoryIds.get(category) });
    if (publisher) await content.setDocumentStatus(publisher, id, 'PUBLISHED');
  }
  return people.map(({ role, email }) => ({ role, email, password: actors.get(role)?.password ?? '' }));
}
