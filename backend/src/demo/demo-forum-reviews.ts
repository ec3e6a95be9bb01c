import type { DemoThread } from './demo-forum.js';
import { amina, clara, emil, rosa, viktor } from './demo-people.js';

/** A question that became a conversation of two pages; Amina has read the first one. */
export const reviewThreads: DemoThread[] = [
  {
    category: 'Questions',
    title: 'How do you review long documents?',
    tags: ['review', 'writing'],
    posts: [
      {
        by: clara,
        daysAgo: 8.5,
        text: 'My guide has forty pages on paper. Is it fair to ask one person to review it in one go?',
        likes: [emil],
      },
      {
        by: rosa,
        daysAgo: 8.3,
        text: 'No. I stop being useful after twenty minutes. Split it, or tell me which two sections you doubt.',
        likes: [emil, amina],
        helpful: [clara],
      },
      {
        by: emil,
        daysAgo: 8.2,
        text: 'And say what you want to know. “Is the order right?” gets better answers than “please review”.',
        likes: [rosa],
        helpful: [clara],
      },
      {
        by: clara,
        daysAgo: 7.8,
        text: 'Two sections and one question, then. @rosa-richter, I will send them tomorrow.',
      },
      {
        by: viktor,
        daysAgo: 7.7,
        text:
          'Can somebody review who knows nothing about the subject? I would get stuck in places that you do not even ' +
          'see any more.',
        likes: [clara, rosa],
      },
      {
        by: emil,
        daysAgo: 7.6,
        text:
          'That is worth more than half of our comments. But do not just read it: Clara gives you a task, you solve ' +
          'it with the guide alone, and she watches without a word. The last part is the hard one.',
        replyTo: 5,
        likes: [viktor, amina],
        helpful: [clara],
      },
      {
        by: amina,
        daysAgo: 7.1,
        text:
          'Whatever has commands in it is not read at all, it is run, on an empty machine, from top to bottom. When ' +
          'I did that with [Backups with PostgreSQL](/docs/backups-with-postgresql), the third line only worked for ' +
          'me. I had installed something in 2019 and forgotten it.',
        likes: [rosa, emil],
        helpful: [clara, viktor],
      },
      {
        by: clara,
        daysAgo: 6.6,
        text: [
          'So these are three different questions, and I was about to ask one person all of them:',
          '',
          '- *Does it work?* Amina runs it.',
          '- *Is it understood?* Viktor gets a task.',
          '- *Is it right?* Rosa reads sections 3 and 7, which I doubt.',
        ].join('\n'),
        likes: [emil, rosa, amina, viktor],
      },
      {
        by: rosa,
        daysAgo: 6.2,
        text:
          'My twenty minutes are over. Section 3 is good, I would not touch it. Section 7 explains two ways and ' +
          'never says which one to take. Decide, and it is half as long.',
        replyTo: 8,
        likes: [emil],
      },
      {
        by: clara,
        daysAgo: 6.1,
        text: 'Caught. I did not decide because I do not know. The first way survives a restart, the second is faster.',
        replyTo: 9,
        likes: [rosa],
      },
      {
        by: amina,
        daysAgo: 5.9,
        text: 'The first one. At three in the morning nobody has ever thanked me for *faster*.',
        replyTo: 10,
        likes: [rosa, emil, viktor],
        helpful: [clara],
      },
      {
        by: clara,
        daysAgo: 5.8,
        text: 'Section 7 was four pages this morning. It is nine lines now, and I miss none of it.',
        likes: [emil, rosa],
      },
      {
        by: viktor,
        daysAgo: 5.2,
        text: [
          'Task solved in 11 minutes, and I was stuck twice:',
          '',
          '1. “Token” is used on page 2 and explained on page 19. I thought it was a physical thing.',
          '2. The picture shows a button *Apply*. Mine is called *Save*.',
          '',
          'Watching without a word lasted for four minutes, by the way.',
        ].join('\n'),
        likes: [emil, rosa],
        helpful: [clara, emil],
      },
      {
        by: emil,
        daysAgo: 5,
        text:
          'For the second one I have a rule: no picture of something that has a name. Write *Save*, and it is wrong ' +
          'only when the button changes. A picture is wrong as soon as somebody changes a color.',
        replyTo: 13,
        likes: [viktor, clara],
      },
      {
        by: rosa,
        daysAgo: 4.4,
        text: [
          'Before this gets lost, what I take from it for all long documents:',
          '',
          '1. Ask each reviewer one question, and name the sections.',
          '2. Commands are run, by somebody else, on an empty machine.',
          '3. A newcomer solves a task with it. You are silent.',
          '4. After it is published, small changes. I compare versions side by side, and ten lines a week are done ' +
            'before the coffee is.',
          '',
          'The steps of a review are in [From draft to published](/docs/from-draft-to-published). This would be its ' +
            'last section.',
        ].join('\n'),
        likes: [emil, viktor],
        helpful: [clara, emil],
      },
      {
        by: clara,
        daysAgo: 3.8,
        text:
          'Marked as the answer. The guide has 26 pages now, and none of the missing ones was mentioned in the ' +
          'review. I think that says something about them.',
        replyTo: 15,
        likes: [rosa],
      },
    ],
    solution: 15,
    guests: 31,
    readBy: [viktor],
  },
];
