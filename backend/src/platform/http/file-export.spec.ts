import { expect, test } from '@jest/globals';
import { text } from 'node:stream/consumers';
import { createCsv } from './file-export.js';

test('texts are quoted, and formulas are disarmed', async () => {
  const rows = [
    { title: '=HYPERLINK("http://x")', n: 3 },
    { title: '+1', n: 0 },
    { title: '@sum', n: null },
    { title: '-2+3', n: 1 },
    { title: '\tx', n: 1 },
    { title: 'a, "b"\nc', n: 1 },
    { title: 'Über', n: 1 },
  ];
  expect(await text(createCsv(['n', 'title'], rows))).toBe(
    [
      'n,title',
      `3,"'=HYPERLINK(""http://x"")"`,
      "0,'+1",
      ",'@sum",
      "1,'-2+3",
      "1,'\tx",
      '1,"a, ""b""\nc"',
      '1,Über',
      '',
    ].join('\n'),
  );
});

async function* failingRows() {
  yield { n: 1 };
  await Promise.resolve();
  throw new Error('lost');
}

test('an error of the rows ends the stream', async () => {
  await expect(text(createCsv(['n'], failingRows()))).rejects.toThrow('lost');
});
