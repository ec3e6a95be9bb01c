import type { Hub, TestUser } from './hub.js';

export const steps = ['Step 1', 'Step 2', 'Step 3', 'Step 4', 'Step 5'];

/** Creates a category with three published pages, of which the second has five below it. */
export async function createHandbook(hub: Hub, editor: TestUser) {
  const title = `Handbook ${Date.now()}`;
  const category = await hub.api<{ id: string }>(editor, 'POST', '/categories', { name: title });
  const create = async (name: string, parent?: string) =>
    hub.api<{ id: string; slug: string }>(editor, 'POST', '/documents', {
      title: name,
      content: `About ${name}.\n\n## First\n\nwords\n\n## Second\n\nwords`,
      category_id: category.id,
      status: 'PUBLISHED',
      ...(parent && { parent_id: parent }),
    });
  const welcome = await create('Welcome');
  const setup = await create('Setup');
  for (const step of steps) await create(step, setup.id);
  const operations = await create('Operations');
  return { id: category.id, title, slugs: { welcome: welcome.slug, setup: setup.slug, operations: operations.slug } };
}
