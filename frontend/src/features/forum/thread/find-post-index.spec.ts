import { expect, test } from '@jest/globals';
import { findPostIndex } from './find-post-index';

/** Posts of 100 pixels, 800 of which are in the window. */
const getPosts = (firstTop: number, focused = -1) =>
  Array.from({ length: 10 }, (_, index) => ({
    top: firstTop + index * 100,
    bottom: firstTop + index * 100 + 100,
    hasFocus: index === focused,
  }));
const find = (posts: ReturnType<typeof getPosts>, step: 1 | -1) => findPostIndex(posts, step, 800);

test('the neighbours of the post with the focus', () => {
  expect(find(getPosts(0, 3), 1)).toBe(4);
  expect(find(getPosts(0, 3), -1)).toBe(2);
});

test('beyond the first and the last one there is none', () => {
  expect(find(getPosts(0, 0), -1)).toBe(-1);
  expect(find(getPosts(-500, 9), 1)).toBe(10);
});

test('without focus, or with the focus outside of the window, the position decides', () => {
  for (const posts of [getPosts(-250), getPosts(-250, 0), getPosts(-250).concat(getPosts(900, 1))]) {
    expect(find(posts, 1)).toBe(3);
    expect(find(posts, -1)).toBe(2);
  }
  expect(find(getPosts(20), 1)).toBe(0);
  expect(find(getPosts(0), -1)).toBe(-1);
  expect(find(getPosts(-950), 1)).toBe(10);
});
