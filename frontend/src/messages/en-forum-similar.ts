import { forum } from './en-forum';

/** Texts of what may answer the question of a new thread. */
export const similarTexts = {
  title: 'Does one of these answer your question?',
  found: (count: number) => (count === 1 ? '1 similar page found' : `${count} similar pages found`),
  newTab: '(opens in a new tab)',
  types: { thread: 'Thread', document: 'Document', video: 'Video' },
  replies: forum.counts.replies,
};
