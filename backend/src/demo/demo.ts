import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Actor } from '../platform/access/actor.js';
import { AuthFacade } from '../modules/auth/index.js';
import { ContentFacade, type DocumentStatus } from '../modules/content/index.js';
import { DomainError } from '../platform/http/errors/domain-error.js';
import type { DemoLogin } from './credentials.js';
import { categories, demoUsers } from './demo-content.js';
import { DemoTree } from './demo-tree.js';

/**
 * Creates the demo content through the same services as requests, so that all rules apply. Repeatable: what an
 * interrupted start has created is kept; its users get new passwords.
 * @param saveLogins called as soon as the users exist
 * @returns the logins of the five roles
 */
export async function createDemo(
  app: NestFastifyApplication,
  saveLogins: (logins: DemoLogin[]) => Promise<void> = () => Promise.resolve(),
): Promise<DemoLogin[]> {
  const auth = app.get(AuthFacade);
  const content = app.get(ContentFacade);
  const logins: DemoLogin[] = [];
  const authors = new Map<string, Actor>();
  for (const user of demoUsers) {
    const { actor, password } = await auth.createUser(user);
    authors.set(user.name, actor);
    logins.push({ role: user.role, email: user.email, password });
  }
  await saveLogins(logins);
  const userWithRole = (role: string) => [...authors.values()].find((actor) => actor.role === role) as Actor;
  for (const category of categories)
    await content.createCategory(userWithRole('ADMIN'), category).catch(ignoreExisting);
  const tree = new DemoTree();
  const { skipped } = await content.importDocuments(tree, { actor: userWithRole('EDITOR'), authors });
  const refused = skipped.filter(({ reason }) => !reason.startsWith('The same text is already there'));
  if (refused.length)
    throw new Error(`The demo left out ${refused.map(({ path, reason }) => `${path}: ${reason}`).join(' ')}`);
  for (const { slug, author, status } of await tree.documents())
    await bringToStatus(content, slug, status, authors.get(author) ?? userWithRole('EDITOR'), userWithRole('REVIEWER'));
  return logins;
}

function ignoreExisting(error: unknown): void {
  if (!(error instanceof DomainError && error.code === 'category_exists')) throw error;
}

/** Submits the document as its author and publishes it as a reviewer. Repeatable: skips steps already done. */
async function bringToStatus(
  content: ContentFacade,
  slug: string,
  status: DocumentStatus,
  author: Actor,
  reviewer: Actor,
): Promise<void> {
  if (status === 'DRAFT') return;
  await content.transitionDocument(author, slug, 'DRAFT', 'IN_REVIEW');
  if (status !== 'IN_REVIEW') await content.transitionDocument(reviewer, slug, 'IN_REVIEW', status);
}
