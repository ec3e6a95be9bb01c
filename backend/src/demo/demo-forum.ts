import type { SeededForumCategory } from '../modules/forum/index.js';
import { communityThreads } from './demo-forum-community.js';
import { questionThreads } from './demo-forum-questions.js';
import { reviewThreads } from './demo-forum-reviews.js';
import { showAndTellThreads } from './demo-forum-show-and-tell.js';
import { troubleshootingThreads } from './demo-forum-troubleshooting.js';

/** Conversations of the demo's forum. Times are days before the start; users are named by their handles. */

export interface DemoThread {
  /** a default category of the forum, or one of {@link demoForumCategories} */
  category: string;
  title: string;
  tags: string[];
  /** texts link to categories of the forum by their names: `[Ideas](category:Ideas)`, `(<category:Show and tell>)` */
  posts: { by: string; daysAgo: number; text: string; replyTo?: number; likes?: string[]; helpful?: string[] }[];
  /** number of the post that solved it */
  solution?: number;
  isPinned?: boolean;
  isLocked?: boolean;
  /** number of readers without account */
  guests: number;
  /** users who have read it to the end besides its last author; all users of the demo when omitted */
  readBy?: string[];
}

/** Categories besides the default ones of a forum. */
export const demoForumCategories: SeededForumCategory[] = [
  {
    name: 'Announcements',
    description: 'News about this hub and what is planned',
    icon: 'file',
    color: '#DC2626',
    order_index: 0,
  },
  {
    name: 'Getting started',
    description: 'First steps and sign-in',
    icon: 'book',
    color: '#0EA5E9',
    order_index: 0,
    parent: 'Questions',
  },
  {
    name: 'Troubleshooting',
    description: 'When something does not work',
    icon: 'tool',
    color: '#F59E0B',
    order_index: 1,
    parent: 'Questions',
  },
];

/** The oldest first. */
export const demoThreads: DemoThread[] = [
  ...communityThreads,
  ...questionThreads,
  ...reviewThreads,
  ...showAndTellThreads,
  ...troubleshootingThreads,
].toSorted((a, b) => (b.posts[0]?.daysAgo ?? 0) - (a.posts[0]?.daysAgo ?? 0));
