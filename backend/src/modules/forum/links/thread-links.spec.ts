import { expect, test } from '@jest/globals';
import { escapeMarkdown, withSourceLine } from './thread-links.service.js';

const post = {
  content: 'Use `restore`.\n\n',
  author_name: 'Ada Lovelace',
  thread_id: 'b1',
  thread_title: 'How do I restore a backup?',
  number: 12,
  created_at: new Date('2026-11-23T23:59:00Z'),
};

test('names author, thread and day below the text', () => {
  expect(withSourceLine(post)).toBe(
    'Use `restore`.\n\n---\n\nFrom the answer by Ada Lovelace in the thread ' +
      '[How do I restore a backup?](/community/thread/b1?page=2#post-12), 23.11.2026\n',
  );
});

test('the Original Post is a question', () => {
  expect(withSourceLine({ ...post, number: 1 })).toContain(
    'From the question by Ada Lovelace in the thread [How do I restore a backup?](/community/thread/b1#post-1)',
  );
});

test('names and titles keep their characters', () => {
  expect(escapeMarkdown('[x](y) *a* <b> `c` \\ & 1.0')).toBe(String.raw`\[x\](y) \*a\* \<b\> \`c\` \\ \& 1.0`);
});
