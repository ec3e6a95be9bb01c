import type { FrontMatter } from './markdown-file.js';

const TRUE = new Set(['true', 'yes', 'on', '1', 'y']);
const FALSE = new Set(['false', 'no', 'off', '0', 'n', 'never']);
const isTrue = (value: string): boolean => TRUE.has(value);
const isFalse = (value: string): boolean => FALSE.has(value);
const isUnfinished = (value: string): boolean =>
  /^(?:draft|wip|unpublished|private|hidden|todo|pending|in[ _-]?progress|work[ _-]in[ _-]progress)$/.test(value);
/** A time that is no time counts as none. */
const isFuture = (value: string): boolean => Date.parse(value) > Date.now();
const isPast = (value: string): boolean => Date.parse(value) < Date.now();

/** The fields by which products mark what readers do not see, in lower case without `_` and `-`. */
export const DRAFT_FIELDS: Record<string, (value: string) => boolean> = {
  // Hugo, Docusaurus, Zola, Astro, Eleventy, Quarto
  draft: isTrue,
  isdraft: isTrue,
  // Docusaurus
  unlisted: isTrue,
  // Jekyll, Hexo, Grav
  published: isFalse,
  ispublished: isFalse,
  // Obsidian Publish and its relatives
  publish: isFalse,
  dgpublish: isFalse,
  // Logseq, Outline
  public: isFalse,
  private: isTrue,
  // Obsidian, Ghost, WordPress
  status: isUnfinished,
  state: isUnfinished,
  // Hugo
  publishdate: isFuture,
  expirydate: isPast,
};

/** Jekyll and Hexo. */
const DRAFT_FOLDER = /(?:^|\/)_drafts\//i;

/** Whether a convention of the source says that readers do not see the file. */
export const isDraft = (front: FrontMatter, path: string): boolean =>
  DRAFT_FOLDER.test(path) ||
  Object.entries(front).some(
    ([key, value]) =>
      typeof value === 'string' && !!ruleOf(key.toLowerCase().replace(/[_-]/g, ''))?.(value.trim().toLowerCase()),
  );

const ruleOf = (field: string) => (Object.hasOwn(DRAFT_FIELDS, field) ? DRAFT_FIELDS[field] : undefined);
