/** Conversations of the demo's forum. Times are days before the start; users are named by their handles. */

export interface DemoThread {
  /** a default category of the forum */
  category: string;
  title: string;
  tags: string[];
  posts: { by: string; daysAgo: number; text: string; replyTo?: number }[];
  /** number of the post that solved it */
  solution?: number;
  isPinned?: boolean;
  isLocked?: boolean;
}

const amina = 'amina-adler';
const emil = 'emil-engel';
const rosa = 'rosa-richter';
const clara = 'clara-conrad';
const viktor = 'viktor-vogel';

/** The oldest activity first. */
export const demoThreads: DemoThread[] = [
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
          '- **Questions** go to [Questions](/community). Mark the reply that helped, so that others find it.',
          '- **Ideas** for documents and videos go to *Ideas and feedback*.',
          '- Be kind. Everyone here was new once.',
          '',
          'How to write well is in [Markdown in five minutes](/docs/markdown-in-five-minutes).',
        ].join('\n'),
      },
    ],
  },
  {
    category: 'General discussion',
    title: 'Introduce yourself',
    tags: ['people'],
    posts: [
      {
        by: emil,
        daysAgo: 118,
        text:
          'Who are you, and what can we ask you about? I keep the documents in order and know ' +
          'where most things are.',
      },
      { by: amina, daysAgo: 117, text: 'I run the machines. Ask me about backups, updates and access.' },
      { by: rosa, daysAgo: 117, text: 'I read what others write, code and documents alike. Happy about early drafts!' },
      { by: clara, daysAgo: 115, text: 'I write guides and move old wikis to new places. Three so far.' },
      { by: viktor, daysAgo: 74, text: 'New here since yesterday, and curious. I will ask a lot of questions.' },
      {
        by: emil,
        daysAgo: 74,
        text: 'Please do, @viktor-vogel. Every question is a document we have not written yet.',
        replyTo: 5,
      },
    ],
  },
  {
    category: 'Ideas and feedback',
    title: 'A template for decision records',
    tags: ['writing', 'templates'],
    posts: [
      {
        by: rosa,
        daysAgo: 96,
        text:
          'We decide a lot in meetings and forget why. Could we have a short template: context, ' +
          'decision, consequences?',
      },
      {
        by: clara,
        daysAgo: 95,
        text: 'I have one from my last project. It fits on one screen, which is why people used it.',
      },
      { by: emil, daysAgo: 94, text: 'Yes, please. Put it into *Teamwork* and I will link it from the welcome page.' },
      {
        by: clara,
        daysAgo: 92,
        text: 'Done: [Writing down decisions](/docs/writing-down-decisions). Please review it, @rosa-richter.',
      },
      { by: rosa, daysAgo: 91, text: 'Reviewed. I only shortened the part about alternatives.', replyTo: 4 },
    ],
    solution: 4,
  },
  {
    category: 'Troubleshooting',
    title: 'Images disappear after pasting them from a chat',
    tags: ['images', 'editor'],
    posts: [
      {
        by: viktor,
        daysAgo: 68,
        text:
          'I paste a screenshot from our chat into a document. It shows for a moment, then only ' +
          'its address is left. Why?',
      },
      {
        by: clara,
        daysAgo: 68,
        text: [
          'Chats put an *address* into the clipboard, not the picture. The hub does not load images of other servers.',
          '',
          'Open the picture in the chat, copy the picture itself, and paste that. Or drop the file into the text.',
        ].join('\n'),
      },
      { by: viktor, daysAgo: 67, text: 'Copying the picture itself works. Thank you!', replyTo: 2 },
      { by: rosa, daysAgo: 67, text: 'This should be in the Markdown page. I keep explaining it.' },
    ],
    solution: 2,
  },
  {
    category: 'Questions',
    title: 'When is something a document and when a thread?',
    tags: ['writing'],
    posts: [
      { by: viktor, daysAgo: 60, text: 'I never know where to put things. Is there a rule?' },
      {
        by: emil,
        daysAgo: 60,
        text: [
          'Mine is simple:',
          '',
          '1. You want an answer: a thread.',
          '2. You have an answer that will be asked for again: a document.',
          '3. A thread that was solved and is read often: make a document of it.',
        ].join('\n'),
      },
      {
        by: amina,
        daysAgo: 59,
        text: 'And 4: anything with a command in it that somebody runs at night is a document.',
      },
      { by: viktor, daysAgo: 58, text: 'That is clear, thanks to both of you.' },
    ],
    solution: 2,
  },
  {
    category: 'Getting started',
    title: 'How do I get the right to write documents?',
    tags: ['roles', 'access'],
    posts: [
      { by: viktor, daysAgo: 55, text: 'I can comment, but there is no button for a new document. What do I need?' },
      {
        by: amina,
        daysAgo: 55,
        text: [
          'You are a *viewer*. Writing needs the role *contributor*. I can send you a role code: enter it in your ',
          'settings, and the button appears at once.',
        ].join(''),
      },
      { by: viktor, daysAgo: 54, text: 'Perfect. No hurry, I still read more than I could write.' },
    ],
    solution: 2,
  },
  {
    category: 'Questions',
    title: 'How long are deleted documents kept?',
    tags: ['documents', 'backup'],
    posts: [
      { by: clara, daysAgo: 47, text: 'I deleted an old page and want to be sure: is it gone, or is it in some bin?' },
      {
        by: amina,
        daysAgo: 47,
        text:
          'Gone, after the question that asks you. It is in the backups of the last 14 days. ' +
          '[Archive](/docs/from-draft-to-published) instead if you are not sure.',
      },
      { by: clara, daysAgo: 46, text: 'Then archiving it is. I did not know that status.', replyTo: 2 },
    ],
    solution: 2,
  },
  {
    category: 'Troubleshooting',
    title: 'pg_restore stops with “role does not exist”',
    tags: ['backup', 'postgresql'],
    posts: [
      {
        by: rosa,
        daysAgo: 40,
        text: [
          'I wanted to try the restore from the handbook on my own machine:',
          '',
          '```',
          'pg_restore: error: could not execute query: ERROR:  role "hub_owner" does not exist',
          '```',
          '',
          'The tables are there, but is the copy complete?',
        ].join('\n'),
      },
      {
        by: amina,
        daysAgo: 40,
        text: [
          'Complete, but owned by you. Owners are not needed on a test machine:',
          '',
          '```sh',
          'pg_restore --no-owner --no-privileges --dbname=hub_test backup.dump',
          '```',
        ].join('\n'),
      },
      {
        by: rosa,
        daysAgo: 39,
        text: 'No errors any more, and the counts are equal. I added it to the handbook.',
        replyTo: 2,
      },
      {
        by: amina,
        daysAgo: 39,
        text: 'Very good, that was missing in [Backups with PostgreSQL](/docs/backups-with-postgresql).',
      },
    ],
    solution: 2,
  },
  {
    category: 'Ideas and feedback',
    title: 'Shorter videos, please',
    tags: ['videos'],
    posts: [
      {
        by: viktor,
        daysAgo: 33,
        text: 'I like the videos, above all those under a minute. Could we split the long ones?',
      },
      {
        by: clara,
        daysAgo: 32,
        text: 'Chapters help: a click, and you are there. But I agree, one question per video.',
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
      },
    ],
  },
  {
    category: 'General discussion',
    title: 'What are you reading?',
    tags: ['people', 'books'],
    posts: [
      {
        by: rosa,
        daysAgo: 26,
        text:
          'Anything about work, or about anything else. I begin: *The Design of Everyday ' +
          'Things*, for the third time.',
      },
      { by: clara, daysAgo: 25, text: 'A thriller that is bad in such a reliable way that I cannot stop.' },
      { by: amina, daysAgo: 24, text: 'Release notes of PostgreSQL 18. I am not joking.' },
      { by: emil, daysAgo: 24, text: 'Nobody thought you were, @amina-adler.', replyTo: 4 },
    ],
  },
  {
    category: 'Questions',
    title: 'Can I subscribe to a category?',
    tags: ['notifications'],
    posts: [
      {
        by: clara,
        daysAgo: 19,
        text: 'I would like to know when something new appears in Operations. Is there a way?',
      },
      {
        by: amina,
        daysAgo: 18,
        text: 'Not for a category alone. `/feed.xml` has everything that is new, and most readers can filter it.',
      },
      { by: rosa, daysAgo: 18, text: 'I would use it, too. Shall we collect votes here?' },
    ],
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
      },
      { by: emil, daysAgo: 15, text: 'Thank you for choosing a Sunday morning.' },
    ],
  },
  {
    category: 'Getting started',
    title: 'Keyboard shortcuts on a German keyboard',
    tags: ['keyboard', 'accessibility'],
    posts: [
      { by: viktor, daysAgo: 9, text: 'Which key is meant by `/` for the search? On my keyboard that is Shift and 7.' },
      {
        by: rosa,
        daysAgo: 9,
        text:
          '`Ctrl K` opens the same, on every keyboard. All others are in [Keyboard ' +
          'shortcuts](/docs/keyboard-shortcuts).',
      },
      { by: viktor, daysAgo: 8.8, text: 'Much better, thank you.', replyTo: 2 },
    ],
    solution: 2,
  },
  {
    category: 'Questions',
    title: 'How do you review long documents?',
    tags: ['review', 'writing'],
    posts: [
      {
        by: clara,
        daysAgo: 5,
        text: 'My guide has forty pages on paper. Is it fair to ask one person to review it in one go?',
      },
      {
        by: rosa,
        daysAgo: 4.6,
        text: 'No. I stop being useful after twenty minutes. Split it, or tell me which two sections you doubt.',
      },
      {
        by: emil,
        daysAgo: 4.5,
        text: 'And say what you want to know. “Is the order right?” gets better answers than “please review”.',
      },
      { by: clara, daysAgo: 4, text: 'Two sections and one question, then. @rosa-richter, I will send them tomorrow.' },
    ],
  },
  {
    category: 'Troubleshooting',
    title: 'Search does not find a word that I can see',
    tags: ['search'],
    posts: [
      {
        by: viktor,
        daysAgo: 1.2,
        text:
          'A document contains “Wiederherstellungspunkt”. Searching for “Punkt” does not find ' +
          'it. Is the index broken?',
      },
      {
        by: rosa,
        daysAgo: 1.1,
        text: 'The search knows words and their forms, not parts of compounds. “Wiederherstellungspunkte” finds it.',
      },
      { by: amina, daysAgo: 0.9, text: 'I put “Punkt” into the tags of that document, so you will find it now.' },
      { by: viktor, daysAgo: 0.4, text: 'I do. Is there a list of such tricks somewhere?' },
    ],
  },
];
