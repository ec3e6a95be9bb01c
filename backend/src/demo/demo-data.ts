import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { z } from 'zod';

/** In the sources, which the image contains as well: the build copies no texts and images. */
const folder = new URL('../../src/demo/content/', import.meta.url);

/** Path of a file or folder of the demo's content. */
export const getDemoPath = (path: string): string => fileURLToPath(new URL(path, folder));

const handles = z.array(z.string()).default([]);
const category = z.strictObject({
  name: z.string(),
  description: z.string(),
  icon: z.string(),
  color: z.string(),
  order_index: z.number(),
  /** names of groups; null: everybody */
  readers: z.array(z.string()).nullable().default(null),
});
const engagement = z.strictObject({
  comments: z
    .array(
      z.strictObject({
        by: z.string(),
        daysAgo: z.number(),
        text: z.string(),
        replyTo: z.number().min(1).optional(),
        quote: z.string().optional(),
      }),
    )
    .default([]),
  likes: handles,
  helpful: handles,
  confused: handles,
  bookmarks: handles,
  guests: z.array(z.number()).default([]),
});
const edit = z.strictObject({
  by: z.string(),
  daysAgo: z.number(),
  note: z.string(),
  replace: z.tuple([z.string(), z.string()]).optional(),
  append: z.string().default(''),
});
const post = z.strictObject({
  by: z.string(),
  daysAgo: z.number(),
  text: z.string(),
  replyTo: z.number().optional(),
  likes: handles,
  helpful: handles,
});
const video = z.strictObject({
  file: z.string(),
  author: z.string(),
  createdDaysAgo: z.number(),
  title: z.string(),
  slug: z.string(),
  summary: z.string(),
  description: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  difficulty: z.enum(['BEGINNER', 'INTERMEDIATE', 'ADVANCED']),
  visibility: z.enum(['PUBLIC', 'LOGGED_IN', 'INTERNAL']),
  chapters: z.array(z.strictObject({ start_time: z.number(), title: z.string(), description: z.string().default('') })),
  transcript: z.string(),
  engagement,
});

/** The YAML files beside the texts, by name; their comments explain the fields. */
const files = {
  users: z.array(
    z.strictObject({
      role: z.string(),
      email: z.string(),
      name: z.string(),
      handle: z.string(),
      joinedDaysAgo: z.number(),
      bio: z.string(),
      signature: z.string(),
      skills: z.array(z.string()),
      location: z.string(),
    }),
  ),
  groups: z.array(z.strictObject({ name: z.string(), description: z.string(), members: handles })),
  categories: z.strictObject({
    content: z.array(category.extend({ createdDaysAgo: z.number(), is_series: z.boolean().default(false) })),
    forum: z.array(category.extend({ parent: z.string().optional() })),
  }),
  documents: z.record(z.string(), engagement.extend({ createdDaysAgo: z.number(), edits: z.array(edit).default([]) })),
  videos: z.array(video),
  threads: z.array(
    z.strictObject({
      category: z.string(),
      title: z.string(),
      tags: z.array(z.string()),
      posts: z.array(post).min(1),
      solution: z.number().optional(),
      isPinned: z.boolean().optional(),
      isLocked: z.boolean().optional(),
      guests: z.number(),
      readBy: z.array(z.string()).optional(),
    }),
  ),
  links: z.array(
    z.strictObject({
      thread: z.string(),
      item: z.strictObject({ kind: z.enum(['document', 'video']), slug: z.string() }),
      second: z.number().optional(),
      post: z.number().optional(),
    }),
  ),
};

export type DemoData<Name extends keyof typeof files> = z.infer<(typeof files)[Name]>;
export type DemoEngagement = z.infer<typeof engagement>;

/** @throws ZodError when the file does not have the expected form */
export const readDemoData = <Name extends keyof typeof files>(name: Name): DemoData<Name> =>
  files[name].parse(parse(readFileSync(getDemoPath(`${name}.yaml`), 'utf8'))) as DemoData<Name>;
