import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { moduleTables } from '../src/modules.js';

const sources = join(import.meta.dirname, '../src');
const readme = (folder: string) => readFileSync(join(sources, folder, 'README.md'), 'utf8');
const listFolders = (folder: string) =>
  readdirSync(join(sources, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
const readCode = (folder: string): string[] =>
  readdirSync(join(sources, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('spec.ts'))
    .map((file) => readFileSync(join(sources, folder, file), 'utf8'));

/** The names in backticks after a word, up to the end of the sentence. */
const listAfter = (text: string, word: string) => {
  const flat = text.replace(/\s+/g, ' ');
  const sentence = flat.slice(flat.indexOf(word)).split(/\.(?:\s|$)/)[0] ?? '';
  return [...sentence.matchAll(/`([\w.]+)`/g)].map(([, name = '']) => name).toSorted();
};
const firstColumn = (text: string) => [...text.matchAll(/^\| `?([\w-]+)`? +\|/gm)].map(([, name = '']) => name);
const noDuplicates = (names: string[]) => [...new Set(names)].toSorted();

const modules = Object.keys(moduleTables) as (keyof typeof moduleTables)[];

/** By the name of its constant: the names of an event, or of the events of each kind. */
const events = new Map<string, string[]>();
const eventsOf = new Map<string, string[]>();
for (const module of modules) {
  const defined: string[] = [];
  for (const code of readCode(`modules/${module}`))
    for (const declaration of code.split('export const ').slice(1)) {
      const names = [...declaration.matchAll(/defineEvent(?:<[^(]*>)?\(\s*'([\w.]+)'/g)].map(([, event = '']) => event);
      if (names.length) events.set(/^\w+/.exec(declaration)?.[0] ?? '', names);
      defined.push(...names);
    }
  eventsOf.set(module, defined);
}

describe.each(modules)('the README of %s', (module) => {
  const text = readme(`modules/${module}`);

  test('lists the tables of the module', () => {
    const { kept, excluded } = moduleTables[module];
    expect(listAfter(text, 'Owns')).toEqual([...kept, ...Object.keys(excluded)].toSorted());
  });

  test('lists the events that it publishes and that it reacts to', () => {
    expect(listAfter(text, 'Events out:')).toEqual(noDuplicates(eventsOf.get(module) ?? []));
    const listened = readCode(`modules/${module}`)
      .flatMap((code) => [...code.matchAll(/\.on\(\s*(\w+)(?:\.(\w+))?/g)])
      .flatMap(([, name = '', kind]) =>
        (events.get(name) ?? []).filter((event) => !kind || event.startsWith(`${kind}.`)),
      );
    expect(listAfter(text, 'Events in:')).toEqual(noDuplicates(listened));
  });
});

test('the events are found in the code', () => {
  expect(events.get('userErased')).toEqual(['user.erased']);
  expect(events.get('itemDeleted')).toEqual(['document.deleted', 'video.deleted']);
});

test.each(['modules/content', 'platform'])('the table of folders of %s has each folder', (folder) => {
  expect(noDuplicates(firstColumn(readme(folder)).filter((name) => !/^-+$|^Folder$/.test(name)))).toEqual(
    listFolders(folder).toSorted(),
  );
});
