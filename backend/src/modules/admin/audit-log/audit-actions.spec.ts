import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { auditActions } from './audit-actions.js';

/* The list of actions is compared with what the sources record, so that no entry lacks a filter and a text. */

const moderated = ['comment', 'document', 'post', 'thread', 'video'];
const kinds = ['document', 'video'];
const verbs = ['created', 'updated', 'deleted'];

const withVerb = (subjects: readonly string[], verb: string) => subjects.map((subject) => `${subject}.${verb}`);

/** The values of computed actions; a new one is added here. */
const computed: Record<string, string[]> = {
  "`${type}.reports_${decision === 'uphold' ? 'upheld' : 'dismissed'}`": [
    ...withVerb(moderated, 'reports_upheld'),
    ...withVerb(moderated, 'reports_dismissed'),
  ],
  '`${type}.hidden`': withVerb(moderated, 'hidden'),
  '`${type}.restored`': withVerb(moderated, 'restored'),
  '`${type}.purged`': withVerb(['post', 'thread'], 'purged'),
  // Deletions of categories have a file of their own.
  '`category.${verb}`': ['category.created', 'category.updated'],
  '`forum_category.${verb}`': verbs.map((verb) => `forum_category.${verb}`),
  '`${type}.access_changed`': withVerb(['category', 'forum_category'], 'access_changed'),
  '`${item.kind}.edited`': withVerb(kinds, 'edited'),
  '`${item.kind}.moved`': withVerb(kinds, 'moved'),
  '`${item.kind}.thumbnail_changed`': withVerb(kinds, 'thumbnail_changed'),
  '`${kind}.${verb}`': ['deleted', 'restored', 'purged'].flatMap((verb) => withVerb(kinds, verb)),
};

const source = join(import.meta.dirname, '../../..');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('spec.ts'))
  .map((file) => readFileSync(join(source, file), 'utf8'));

/** The text of the `action` of each call of Audit.record. */
function recordedIn(code: string): string[] {
  return [...code.matchAll(/\baudit\.record\(\{/g)].map(({ index }) => {
    const [, given = ''] = /\baction(?::\s*(`[^`]*`|'[^']*'|[^,\n]+))?\s*[,}]/.exec(code.slice(index)) ?? [];
    return given;
  });
}

/** A parameter or variable called `action`: what its file passes for it. */
const passedIn = (code: string): string[] =>
  [...code.matchAll(/'([a-z_]+\.[a-z_]+)'/g)]
    .map(([, literal = '']) => literal)
    .filter((literal) => /^(backup|comment|group|post|thread|role|user)\./.test(literal) && !isEvent(code, literal));

const isEvent = (code: string, literal: string) => code.includes(`defineEvent('${literal}'`);

function actionsOf(code: string): string[] {
  return recordedIn(code).flatMap((given) => {
    if (given.startsWith("'")) return [given.slice(1, -1)];
    if (given !== '') return computed[given] ?? [`not in this test: ${given}`];
    return passedIn(code);
  });
}

test('the list has exactly the actions that the sources record', () => {
  const recorded = [...new Set(files.flatMap(actionsOf))];
  expect(recorded.length).toBeGreaterThan(40);
  expect(recorded.toSorted()).toEqual([...auditActions]);
});

test('the check detects actions of every form', () => {
  expect(actionsOf("await this.audit.record({ actor, action: 'thing.done', subject })")).toEqual(['thing.done']);
  expect(actionsOf('audit.record({ actor, action: `x.${y}` })')).toEqual(['not in this test: `x.${y}`']);
  expect(actionsOf("audit.record({ actor, action, subject }); change('post.turned')")).toEqual(['post.turned']);
});
