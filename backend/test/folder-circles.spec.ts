import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '../..');
const listFolders = (parent: string) =>
  readdirSync(join(root, parent), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${parent}/${name}`);

/** For each folder of `parent` with its own folders: those that its sources import, types too, with one example. */
function readImports(parent: string): Map<string, Map<string, string>> {
  const imports = new Map<string, Map<string, string>>();
  const files = readdirSync(join(root, parent), { recursive: true, encoding: 'utf8' });
  for (const file of files) {
    const [folder = '', ...rest] = file.split(sep);
    if (!rest.length || !/\.tsx?$/.test(file) || /spec\.tsx?$/.test(file)) continue;
    const source = readFileSync(join(root, parent, file), 'utf8');
    for (const [, path = ''] of source.matchAll(/(?:from |import\()'(\.[^']+)'/g)) {
      const [target = '', ...below] = relative(join(root, parent), join(root, parent, dirname(file), path)).split(sep);
      if (target === '..' || target === folder || !below.length) continue;
      const targets = imports.get(folder) ?? new Map<string, string>();
      imports.set(folder, targets.set(target, `${folder} → ${target} (${file})`));
    }
  }
  return imports;
}

function findCircles(imports: Map<string, Map<string, string>>): string[] {
  const reach = (from: string, seen = new Set<string>()): Set<string> => {
    for (const target of imports.get(from)?.keys() ?? []) if (!seen.has(target)) reach(target, seen.add(target));
    return seen;
  };
  return [...imports].flatMap(([folder, targets]) =>
    [...targets].filter(([target]) => reach(target).has(folder)).map(([, example]) => example),
  );
}

/* dependency-cruiser checks single folders; these are folders with all that is below them. */
test.each([...listFolders('backend/src/modules'), 'frontend/src/shared', ...listFolders('frontend/src/features')])(
  'the folders of %s import each other in one direction',
  (parent) => {
    expect(findCircles(readImports(parent))).toEqual([]);
  },
);

const importsOf = (entries: [string, string[]][]) =>
  new Map(entries.map(([from, to]) => [from, new Map(to.map((target) => [target, `${from} → ${target}`]))]));

test('a circle is found with its imports', () => {
  const imports = importsOf([
    ['a', ['b']],
    ['b', ['c', 'd']],
    ['c', ['a']],
  ]);
  expect(findCircles(imports)).toEqual(['a → b', 'b → c', 'c → a']);
});
