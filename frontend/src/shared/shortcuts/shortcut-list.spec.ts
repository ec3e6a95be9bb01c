import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { getKeyNames } from '../markdown-editor/tools';
import { shortcutGroups } from './shortcut-list';

const DOCUMENT = new URL('../../../../backend/src/demo/content/05-keyboard-shortcuts.md', import.meta.url);

test('the demo document lists the same shortcuts', () => {
  const sections = readFileSync(DOCUMENT, 'utf8').split(/^## /m).slice(1);
  const listed = sections.map((section) => {
    const rows = [...section.matchAll(/^\| (.+?) +\| (.+?) +\|$/gm)].map(([, keys, action]) => [keys, action]);
    return [section.split('\n')[0], rows.filter(([keys = '']) => !/^(Keys|-+)$/.test(keys))];
  });
  expect(listed).toEqual(
    shortcutGroups.map(({ title, shortcuts }) => [
      title,
      shortcuts.map(({ keys, action }) => [keys.map((each) => getKeyNames(each).join(' ')).join(', '), action]),
    ]),
  );
});
