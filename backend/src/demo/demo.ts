import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Actor } from '../platform/access/actor.js';
import { AuthFacade } from '../modules/auth/index.js';
import { ContentFacade, type DocumentStatus } from '../modules/content/index.js';
import { DomainError } from '../platform/http/domain-error.js';
import type { SignIn } from './credentials.js';
import { categories, people } from './demo-content.js';
import { DemoTree } from './demo-tree.js';

/**
 * Makes the demo through the same services people use, so that all rules hold for it. What a start that was cut short has
 * made already is kept; its people get new passwords.
 * @param keep writes the sign-ins down as soon as the people exist
 * @returns the sign-ins of the five roles
 */
export async function createDemo(
  app: NestFastifyApplication,
  keep: (signIns: SignIn[]) => Promise<void> = () => Promise.resolve(),
): Promise<SignIn[]> {
  const auth = app.get(AuthFacade);
  const content = app.get(ContentFacade);
  const signIns: SignIn[] = [];
  const authors = new Map<string, Actor>();
  for (const person of people) {
    const { actor, password } = await auth.createPerson(person);
    authors.set(person.name, actor);
    signIns.push({ role: person.role, email: person.email, password });
  }
  await keep(signIns);
  const by = (role: string) => [...authors.values()].find((actor) => actor.role === role) as Actor;
  for (const category of categories) await content.createCategory(by('ADMIN'), category).catch(unlessThere);
  const tree = new DemoTree();
  const { skipped } = await content.importDocuments(tree, { actor: by('EDITOR'), authors });
  const refused = skipped.filter(({ reason }) => !reason.startsWith('The same text is already there'));
  if (refused.length)
    throw new Error(`The demo left out ${refused.map(({ path, reason }) => `${path}: ${reason}`).join(' ')}`);
  for (const { slug, author, status } of await tree.documents())
    await bringToStatus(content, slug, status, authors.get(author) ?? by('EDITOR'), by('REVIEWER'));
  return signIns;
}

function unlessThere(error: unknown): void {
  if (!(error instanceof DomainError && error.code === 'category_exists')) throw error;
}

/** What an author may not do alone goes its way: handed in by them, published by a reviewer. Steps that were done before are passed over. */
async function bringToStatus(
  content: ContentFacade,
  slug: string,
  status: DocumentStatus,
  author: Actor,
  reviewer: Actor,
): Promise<void> {
  if (status === 'DRAFT') return;
  await content.moveDocument(author, slug, 'DRAFT', 'IN_REVIEW');
  if (status !== 'IN_REVIEW') await content.moveDocument(reviewer, slug, 'IN_REVIEW', status);
}
