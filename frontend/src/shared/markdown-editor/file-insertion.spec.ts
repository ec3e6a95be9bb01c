import { expect, test } from '@jest/globals';
import { checkUploads, createPlaceholder, escapeName, isTextImage, removePlaceholders } from './file-insertion';

test('placeholders are unique in a text, and their names cannot end them early', () => {
  const first = createPlaceholder('', 'a [cat](1).png');
  expect(first).toBe('![Uploading a  cat  1 .png…]()');
  expect(createPlaceholder(`text ${first}`, 'a [cat](1).png')).toBe('![Uploading a  cat  1 .png (2)…]()');
});

test('a text with a placeholder is not sent, and stored without it', () => {
  const content = `before\n${createPlaceholder('', 'cat.png')}\nafter`;
  expect(checkUploads(content)).toMatch(/still uploading/);
  expect(removePlaceholders(content)).toBe('before\nafter');
});

test.each(['![cat](/api/files/1)', '![]()', '[link…]()', 'Wait…'])('%s is no placeholder', (content) => {
  expect(checkUploads(content)).toBeNull();
  expect(removePlaceholders(content)).toBe(content);
});

const isImage = (type: string) => isTextImage(new File([], 'x', { type }));

test('images that browsers show are images of the text, and all other files links with their names', () => {
  expect(['image/png', 'image/heic', 'image/svg+xml', 'image/tiff', 'application/pdf', ''].map(isImage)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
  expect(escapeName('a_b [1] $5$ *new* <x>.pdf')).toBe('a\\_b  1  \\$5\\$ \\*new\\* \\<x\\>.pdf');
});
