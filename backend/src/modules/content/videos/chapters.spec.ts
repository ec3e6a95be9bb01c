import { expect, test } from '@jest/globals';
import { measureLeast, measureProcessorTime } from '../../../../test/support/event-loop.js';
import { validationPipe } from '../../../platform/http/validation/validation.pipe.js';
import { type Chapter, ChaptersField, describeLateChapters } from './chapters.js';

class Request {
  @ChaptersField()
  chapters?: Chapter[];
}

const read = async (chapters: unknown): Promise<Chapter[] | undefined> =>
  ((await validationPipe().transform({ chapters }, { type: 'body', metatype: Request })) as Request).chapters;

test('are sorted, and starts that are no number become 0', async () => {
  const sent = [
    { title: ' Second ', start_time: 65.9, description: ' About it ', color: 'red' },
    { title: 'Third', start_time: '120' },
    { title: 'First', start_time: 'soon' },
    { title: 'None' },
  ];
  expect(await read(sent)).toEqual([
    { title: 'First', start_time: 0, description: '' },
    { title: 'None', start_time: 0, description: '' },
    { title: 'Second', start_time: 65, description: 'About it' },
    { title: 'Third', start_time: 120, description: '' },
  ]);
});

test('come from forms as JSON', async () => {
  expect(await read('[{"title":"One","start_time":"1"}]')).toEqual([{ title: 'One', start_time: 1, description: '' }]);
  expect(await read('')).toEqual([]);
  expect(await read(undefined)).toBeUndefined();
});

// Marks in the wrong order, which take quadratic time to normalise.
const marks = 'a' + '\u0316\u0300'.repeat(500_000);

test('are checked for their length before they are normalised', async () => {
  const chapters = [{ title: marks, start_time: marks, description: marks }];
  const requests = [
    chapters,
    JSON.stringify(chapters),
    ' '.repeat(3_000_000),
    Array.from({ length: 100_000 }, () => ({ title: marks })),
  ];
  const measure = () =>
    measureProcessorTime(async () => {
      for (const sent of requests) await expect(read(sent)).rejects.toThrow();
    });
  expect(await measureLeast(500, measure)).toBeLessThan(500);
});

test.each([
  ['soon', 'The chapters must be a list.'],
  [{ title: 'One' }, 'The chapters must be a list.'],
  [['One'], 'The chapters must be a list.'],
  [[null], 'The chapters must be a list.'],
  [[{ title: ' \u200B' }], 'Chapter 1 needs a title.'],
  [[{ title: 'One' }, { title: 5 }], 'Chapter 2 needs a title.'],
  [[{ title: 'x'.repeat(201) }], 'The title of chapter 1 is too long.'],
  [[{ title: 'One', start_time: -1 }], 'Chapter 1 cannot start before the video does.'],
  [[{ title: 'One', start_time: 1e12 }], 'Chapter 1 starts too late.'],
  [[{ title: 'One', description: { a: 1 } }], 'The description of chapter 1 must be text.'],
  [[{ title: 'One', description: 'NUL \0' }], 'The description of chapter 1 must be text.'],
  [[{ title: 'One', description: 'x'.repeat(1001) }], 'The description of chapter 1 is too long.'],
  [Array.from({ length: 201 }, () => ({ title: 'One' })), 'The chapters can be at most 200.'],
])('%j are refused', async (chapters, message) => {
  await expect(read(chapters)).rejects.toThrow(message);
});

test('chapters after the end are named, at most three of them', () => {
  const chapters = [0, 60, 631, 720, 800, 3700].map((start_time) => ({
    title: `At ${start_time}`,
    start_time,
    description: '',
  }));
  expect(describeLateChapters(chapters, null)).toBeUndefined();
  expect(describeLateChapters(chapters, 3701)).toBeUndefined();
  expect(describeLateChapters(chapters, 801)).toBe(
    'Chapter “At 3700” begins at 1:01:40, after the end of the video (13:21).',
  );
  expect(describeLateChapters(chapters, 800)).toBe(
    'Chapters “At 800” (13:20) and “At 3700” (1:01:40) begin after the end of the video (13:20).',
  );
  expect(describeLateChapters(chapters, 631)).toBe(
    'Chapters “At 631” (10:31), “At 720” (12:00), “At 800” (13:20) and 1 more begin after the end of the video ' +
      '(10:31).',
  );
});
