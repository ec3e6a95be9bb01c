import { expect, test } from '@jest/globals';
import { checkUploads, createPlaceholder, removePlaceholders } from './image-insertion';

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
