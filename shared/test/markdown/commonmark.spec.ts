import { describe, expect, test } from '@jest/globals';
import { tests as examples } from 'commonmark-spec';
import { fromHtml } from 'hast-util-from-html';
import { parseMarkdown } from '../../src/markdown/parse-markdown.js';
import { describeNode } from './describe-tree.js';

/*
 * The examples of CommonMark 0.31.2, as pages show them. Levels of headings are those of the page, and have ids; blocks
 * have a direction. What else differs from the standard is listed with its reason.
 */

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** Numbers of examples that pages show differently, by the reason. */
const deviations = {
  'raw HTML is left out': [
    [21, 31, 201, 308, 309, 344, 475, 476, 477, 491, 494, 524, 536, 642, 643],
    [range(148, 155), range(159, 180), range(182, 191), range(613, 617), range(625, 631)].flat(),
  ].flat(),
  'links lead to web pages and mail addresses only': [500, 596, 598, 599, 601],
  'schemes are in lower case': [597],
  'addresses without Markdown are links, as GitHub has them': [602, 606, 608, 611, 612],
};
const deviating = new Set(Object.values(deviations).flat());

const getPage = (markdown: string) => describeNode(parseMarkdown(markdown.replaceAll('→', '\t')));
const getStandard = (html: string) => describeNode(fromHtml(html.replaceAll('→', '\t').trimEnd(), { fragment: true }));

const conforming = examples.filter(({ number }) => !deviating.has(number));
test.each(conforming)('$number $section: $markdown', ({ markdown, html }) => {
  expect(getPage(markdown)).toBe(getStandard(html));
});

/** A deviation that no longer exists must leave the list. */
describe.each(Object.entries(deviations))('%s', (_reason, numbers) => {
  test.each(examples.filter(({ number }) => numbers.includes(number)))('$number', ({ markdown, html }) => {
    expect(getPage(markdown)).not.toBe(getStandard(html));
  });
});
