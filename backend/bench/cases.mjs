// The cases of the benchmark with their goals.
import { forumCases, replyCases } from './forum-cases.mjs';

/** @typedef {import('./load.mjs').Request} Request */
/**
 * @typedef {object} Case
 * @property {string} name
 * @property {Request[]} requests to the hub
 * @property {Request[]} bare to the bare server
 * @property {boolean} [signedIn] requests of alternating users
 * @property {boolean} [fresh] without caching
 * @property {number} [goal] minimum share of the bare server's rate
 * @property {boolean} [againstHub] `bare` are requests to the hub itself
 * @property {number} [alone] maximum median in milliseconds, with one connection
 * @property {number} [p95] maximum in milliseconds
 * @property {number} [p99] maximum in milliseconds
 */

const LIST = '/api/documents?limit=20';
const VIDEO_LIST = '/api/videos?limit=20';

/** @param {string} name @param {string[]} words @returns {Case} */
const search = (name, words) => ({
  name: `search, ${name} words`,
  requests: words.map((query) => ({ method: 'POST', path: '/api/search', body: { query } })),
  bare: words.map((query) => ({ method: 'POST', path: '/search', body: { query } })),
  p99: 100,
});

/**
 * @param {import('./samples.mjs').Samples} samples
 * @returns {Case[]}
 */
export function createCases({ slugs, videoSlugs, rare, medium, common, forum }) {
  const list = { bare: [{ path: '/list' }] };
  const detail = {
    requests: slugs.map((slug) => ({ path: `/api/documents/${slug}` })),
    bare: slugs.map((slug) => ({ path: `/documents/${slug}` })),
  };
  const videoList = { requests: [{ path: VIDEO_LIST }], bare: [{ path: '/videos' }] };
  const video = {
    requests: videoSlugs.map((slug) => ({ path: `/api/videos/${slug}` })),
    bare: videoSlugs.map((slug) => ({ path: `/videos/${slug}` })),
  };
  /** @type {Case[]} */
  const videoCases = [
    { name: 'video list, guest', ...videoList, goal: 1 },
    { name: 'video list, guest, not cached', ...videoList, fresh: true, goal: 0.75 },
    { name: 'video list, signed in', ...videoList, signedIn: true, goal: 0.65 },
    { name: 'video list, one source', ...videoList, requests: [{ path: `${VIDEO_LIST}&source_type=VIMEO` }] },
    { name: 'video, guest', ...video, goal: 1 },
    { name: 'video, guest, not cached', ...video, fresh: true, goal: 0.6 },
    { name: 'video, signed in', ...video, signedIn: true, goal: 0.5 },
    { name: 'video, signed in, not cached', ...video, signedIn: true, fresh: true },
  ];
  const suggestions = {
    requests: [...common, ...medium].map((word) => ({
      path: `/api/search/suggestions?q=${encodeURIComponent(word.slice(0, 3))}`,
    })),
    bare: list.bare,
    p95: 10,
  };
  /** @param {string} name @param {string} query @returns {Case} */
  const filtered = (name, query) => ({ name: `list, ${name}`, requests: [{ path: `${LIST}&${query}` }], ...list });
  return [
    { name: 'list, guest', requests: [{ path: LIST }], ...list, goal: 1 },
    { name: 'list, guest, not cached', requests: [{ path: LIST }], ...list, fresh: true, goal: 0.75 },
    { name: 'list, signed in', requests: [{ path: LIST }], ...list, signedIn: true, goal: 0.65 },
    { name: 'list, signed in, not cached', requests: [{ path: LIST }], ...list, signedIn: true, fresh: true },
    {
      // All requests differ, so no reads are shared.
      name: 'list, guest, not cached, different pages',
      requests: Array.from({ length: 40 }, (_, n) => ({ path: `${LIST}&page=${n + 1}` })),
      ...list,
      fresh: true,
    },
    filtered('most viewed', 'sort=views'),
    filtered('one difficulty', 'difficulty=ADVANCED'),
    filtered('page 40', 'page=40'),
    { name: 'document, guest', ...detail, goal: 1 },
    { name: 'document, guest, not cached', ...detail, fresh: true, goal: 0.6 },
    { name: 'document, signed in', ...detail, signedIn: true, goal: 0.5 },
    { name: 'document, signed in, not cached', ...detail, signedIn: true, fresh: true },
    ...(videoSlugs.length ? videoCases : []),
    ...forumCases(forum),
    search('rare', rare),
    search('medium', medium),
    search('very common', common),
    search(
      'two',
      common.map((word, i) => `${word} ${medium[i % medium.length]}`),
    ),
    search(
      'misspelt',
      medium.map((word) => `${word.slice(0, 2)}${word[3]}${word[2]}${word.slice(4)}`),
    ),
    { name: 'suggestions', ...suggestions },
    { name: 'suggestions, not cached', ...suggestions, fresh: true },
    ...replyCases(forum),
  ];
}
