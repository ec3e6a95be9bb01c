import type { DemoThread } from './demo-forum.js';
import { amina, clara, emil, rosa, viktor } from './demo-people.js';

/** Announcements, introductions and ideas. */
export const communityThreads: DemoThread[] = [
  {
    category: 'Announcements',
    title: 'Welcome to the community',
    tags: ['welcome'],
    isPinned: true,
    isLocked: true,
    posts: [
      {
        by: emil,
        daysAgo: 120,
        text: [
          'This is the place for everything that is not a document yet: questions, ideas, and what you found out.',
          '',
          '- **Questions** go to [Questions](category:Questions). Mark the reply that helped, so that others find it.',
          '- **Ideas** for documents and videos go to [Ideas](category:Ideas).',
          '- What you have made or found out goes to [Show and tell](<category:Show and tell>).',
          '- Be kind. Everyone here was new once.',
          '',
          'How to write well is in [Markdown in five minutes](/docs/markdown-in-five-minutes).',
        ].join('\n'),
        likes: [rosa, clara, viktor],
      },
    ],
    guests: 64,
  },
  {
    category: 'General',
    title: 'Introduce yourself',
    tags: ['people'],
    posts: [
      {
        by: emil,
        daysAgo: 118,
        text:
          'Who are you, and what can we ask you about? I keep the documents in order and know ' +
          'where most things are.',
        likes: [amina, clara],
      },
      {
        by: amina,
        daysAgo: 117,
        text: 'I run the machines. Ask me about backups, updates and access.',
        likes: [emil, rosa],
      },
      { by: rosa, daysAgo: 117, text: 'I read what others write, code and documents alike. Happy about early drafts!' },
      {
        by: clara,
        daysAgo: 115,
        text: 'I write guides and move old wikis to new places. Three so far.',
        likes: [emil, rosa],
      },
      {
        by: viktor,
        daysAgo: 74,
        text: 'New here since yesterday, and curious. I will ask a lot of questions.',
        likes: [amina, emil, rosa, clara],
      },
      {
        by: emil,
        daysAgo: 74,
        text: 'Please do, @viktor-vogel. Every question is a document we have not written yet.',
        replyTo: 5,
        likes: [viktor, clara],
      },
    ],
    guests: 41,
  },
  {
    category: 'Ideas',
    title: 'A template for decision records',
    tags: ['writing', 'templates'],
    posts: [
      {
        by: rosa,
        daysAgo: 96,
        text:
          'We decide a lot in meetings and forget why. Could we have a short template: context, ' +
          'decision, consequences?',
        likes: [emil, clara],
      },
      {
        by: clara,
        daysAgo: 95,
        text: 'I have one from my last project. It fits on one screen, which is why people used it.',
        likes: [rosa],
      },
      { by: emil, daysAgo: 94, text: 'Yes, please. Put it into *Teamwork* and I will link it from the welcome page.' },
      {
        by: clara,
        daysAgo: 92,
        text: 'Done: [Writing down decisions](/docs/writing-down-decisions). Please review it, @rosa-richter.',
        likes: [emil],
        helpful: [rosa, viktor],
      },
      { by: rosa, daysAgo: 91, text: 'Reviewed. I only shortened the part about alternatives.', replyTo: 4 },
    ],
    solution: 4,
    guests: 33,
  },
  {
    category: 'Ideas',
    title: 'Shorter videos, please',
    tags: ['videos'],
    posts: [
      {
        by: viktor,
        daysAgo: 33,
        text: 'I like the videos, above all those under a minute. Could we split the long ones?',
        likes: [clara, rosa],
      },
      {
        by: clara,
        daysAgo: 32,
        text: 'Chapters help: a click, and you are there. But I agree, one question per video.',
        likes: [viktor, emil],
      },
      {
        by: emil,
        daysAgo: 31,
        text:
          'Our tour takes 26 seconds: [A tour of your hub](/videos/a-tour-of-your-hub). Let us ' +
          'make that the measure.',
      },
      {
        by: viktor,
        daysAgo: 31,
        text: 'That one I watched twice. Once for the content, once because it was over so soon.',
        likes: [emil, clara, amina],
      },
    ],
    guests: 18,
  },
  {
    category: 'General',
    title: 'What are you reading?',
    tags: ['people', 'books'],
    posts: [
      {
        by: rosa,
        daysAgo: 26,
        text:
          'Anything about work, or about anything else. I begin: *The Design of Everyday ' +
          'Things*, for the third time.',
        likes: [clara],
      },
      {
        by: clara,
        daysAgo: 25,
        text: 'A thriller that is bad in such a reliable way that I cannot stop.',
        likes: [rosa, viktor],
      },
      { by: amina, daysAgo: 24, text: 'Release notes of PostgreSQL 18. I am not joking.', likes: [emil, clara, rosa] },
      { by: emil, daysAgo: 24, text: 'We did not think you were, @amina-adler.', replyTo: 3, likes: [amina, viktor] },
    ],
    guests: 24,
  },
  {
    category: 'Announcements',
    title: 'Maintenance on the first Sunday of each month',
    tags: ['operations'],
    posts: [
      {
        by: amina,
        daysAgo: 15,
        text: [
          'From 7 to 8 in the morning the hub may be away for a few minutes. What you type is ' +
            'kept by your browser, and ',
          'uploads continue afterwards.',
        ].join(''),
        likes: [rosa, clara],
      },
      { by: emil, daysAgo: 15, text: 'Thank you for choosing a Sunday morning.', likes: [amina] },
    ],
    guests: 35,
    readBy: [emil, rosa, clara],
  },
];
