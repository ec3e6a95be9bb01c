import { communityThreads } from './demo-forum-community.js';
import { questionThreads } from './demo-forum-questions.js';
import { troubleshootingThreads } from './demo-forum-troubleshooting.js';

/** Conversations of the demo's forum. Times are days before the start; users are named by their handles. */

export interface DemoThread {
  /** a default category of the forum */
  category: string;
  title: string;
  tags: string[];
  posts: { by: string; daysAgo: number; text: string; replyTo?: number; likes?: string[]; helpful?: string[] }[];
  /** number of the post that solved it */
  solution?: number;
  isPinned?: boolean;
  isLocked?: boolean;
  /** number of readers without account */
  guests: number;
  /** users who have read it to the end besides its last author; everyone when omitted */
  readBy?: string[];
}

/** The oldest first. */
export const demoThreads: DemoThread[] = [...communityThreads, ...questionThreads, ...troubleshootingThreads].toSorted(
  (a, b) => (b.posts[0]?.daysAgo ?? 0) - (a.posts[0]?.daysAgo ?? 0),
);
