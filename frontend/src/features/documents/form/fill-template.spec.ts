import { expect, test } from '@jest/globals';
import { formatDate } from '@hub/shared/formats';
import { fillPlaceholders, fillTemplate } from './fill-template';

const now = new Date('2026-11-28T10:00:00Z');
const date = formatDate(now.toISOString());
const template = {
  id: 'template',
  title: 'Meeting of {{date}}',
  summary: 'For meetings.',
  content: '# {{title}}\n\nBy {{ author }}, not {{reader}} or {title}.',
  tags: ['meeting'],
  difficulty: 'ADVANCED',
  visibility: 'LOGGED_IN',
} as const;
const begin = { title: '', categoryId: 'category', author: 'Ada $& Lovelace', now };

test('date, author and title are filled in, and what is unknown stays', () => {
  expect(fillTemplate({ ...template, tags: ['meeting'] }, begin)).toMatchObject({
    title: `Meeting of ${date}`,
    content: `# Meeting of ${date}\n\nBy Ada $& Lovelace, not {{reader}} or {title}.`,
    category_id: 'category',
    tags: ['meeting'],
    difficulty: 'ADVANCED',
    visibility: 'LOGGED_IN',
    summary: '',
  });
});

test('a suggested title takes the place of that of the template, also in the text', () => {
  const { title, content } = fillTemplate({ ...template, tags: [] }, { ...begin, title: 'Retrospective' });
  expect({ title, heading: content.split('\n')[0] }).toEqual({ title: 'Retrospective', heading: '# Retrospective' });
});

test('a placeholder without a value stays, and values are not filled again', () => {
  expect(fillPlaceholders('{{title}} {{author}}', { author: '{{date}}', date: 'x' })).toBe('{{title}} {{date}}');
});
