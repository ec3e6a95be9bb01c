import type { FrontMatter } from './markdown-file.js';

const TRUE = new Set(['true', 'yes', 'on', '1', 'y']);
const FALSE = new Set(['false', 'no', 'off', '0', 'n', 'never']);
const isTrue = (value: string): boolean => TRUE.has(value);
const isFalse = (value: string): boolean => FALSE.has(value);
const isUnfinished = (value: string): boolean =>
  /^(?:draft|wip|unpublished|private|hidden|todo|pending|in[ _-]?progress|work[ _-]in[ _-]progress)$/.test(value);

const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*';
const WEEKDAY = '(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*';
/** The day that a time begins with. A year alone is none: notes about books have it. */
const DAY = new RegExp(
  String.raw`^(?:\d{4}[-/.]\d\d?(?:[-/.]\d\d?)?|\d\d?[/.]\d\d?[/.]\d{4}|` +
    String.raw`(?:${WEEKDAY},? +)?(?:\d\d? +${MONTH}|${MONTH} +\d\d?),? +\d{4})(?!\d)`,
);

/** A time that is no time counts as none, although Date takes many texts with a number for one. */
function parseTime(value: string): number {
  const [day] = DAY.exec(value) ?? [];
  if (day === undefined) return NaN;
  const time = Date.parse(value);
  // Date knows no names of time zones.
  return Number.isNaN(time) ? Date.parse(day) : time;
}

const isFuture = (value: string): boolean => parseTime(value) > Date.now();
const isPast = (value: string): boolean => parseTime(value) < Date.now();

/** Its name in lower case without `_` and `-`, and its value in lower case. */
type Field = readonly [name: string, value: string];

const PUBLISH_DATES = ['publishdate', 'pubdate', 'published'];
const hasPublishDate = (fields: readonly Field[]): boolean =>
  fields.some(([name, value]) => PUBLISH_DATES.includes(name) && !Number.isNaN(parseTime(value)));

/** The fields by which products mark what readers do not see. */
export const DRAFT_FIELDS: Record<string, (value: string, fields: readonly Field[]) => boolean> = {
  // Hugo, Docusaurus, Zola, Astro, Eleventy, Quarto
  draft: isTrue,
  isdraft: isTrue,
  // Docusaurus
  unlisted: isTrue,
  hidden: isTrue,
  // Jekyll, Hexo, Grav; a time in Hugo
  published: (value) => isFalse(value) || isFuture(value),
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
  // Hugo, Astro
  publishdate: isFuture,
  pubdate: isFuture,
  expirydate: isPast,
  unpublishdate: isPast,
  // Hugo, Jekyll: it is the time of publication where there is no other one
  date: (value, fields) => isFuture(value) && !hasPublishDate(fields),
  // Hugo, which called it `_build` before
  'build.render': (value) => isFalse(value) || value === 'link',
};

/** Jekyll and Hexo. */
const DRAFT_FOLDER = /(?:^|\/)_drafts\//i;

/** Whether a convention of the source says that readers do not see the file. */
export function isDraft(front: FrontMatter, path: string): boolean {
  const fields = getFields(front);
  return DRAFT_FOLDER.test(path) || fields.some(([field, value]) => !!getRule(field)?.(value, fields));
}

/** Those that are texts, also one level down: `build.render`. */
const getFields = (front: FrontMatter): Field[] =>
  Object.entries(front).flatMap(([key, value]): Field[] => {
    const field = fieldName(key);
    if (typeof value === 'string') return [[field, plainValue(value)]];
    return Object.entries((value ?? {}) as FrontMatter).flatMap(([inner, item]): Field[] =>
      typeof item === 'string' ? [[`${field}.${fieldName(inner)}`, plainValue(item)]] : [],
    );
  });

const fieldName = (key: string): string => key.toLowerCase().replace(/[_-]/g, '');
const plainValue = (value: string): string => value.trim().toLowerCase();

const getRule = (field: string) => (Object.hasOwn(DRAFT_FIELDS, field) ? DRAFT_FIELDS[field] : undefined);
