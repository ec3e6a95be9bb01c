import type { DemoThread } from './demo-forum.js';
import { amina, clara, emil, rosa, viktor } from './demo-people.js';

/** What users of the demo have made: a conversation of three pages. */
export const showAndTellThreads: DemoThread[] = [
  {
    category: 'Show and tell',
    title: 'Eighty pages of our old wiki, moved in an afternoon',
    tags: ['import', 'markdown', 'writing'],
    posts: [
      {
        by: clara,
        daysAgo: 43.5,
        text: [
          'The old wiki is empty. What was worth keeping is here since Monday, and this is how it went:',
          '',
          '1. Export the old wiki as Markdown (ten minutes, most of them for finding the button).',
          '2. Rename the files and write the front matter (the whole afternoon).',
          '3. *Import Markdown…* in the menu of the documents (less than a minute).',
          '',
          'Links between the pages still work, and so do the images. All fields are in ' +
            '[Moving documents in and out](/docs/moving-documents). Ask me anything.',
        ].join('\n'),
        likes: [emil, rosa, amina, viktor],
        helpful: [emil],
      },
      {
        by: emil,
        daysAgo: 43.4,
        text: 'I counted 131 pages over there last year. Which ones did you leave behind?',
        likes: [rosa],
      },
      {
        by: clara,
        daysAgo: 43.3,
        text:
          'Minutes of a project that ended, four instructions for the same printer, and three pages called “Test”. ' +
          'One of them had 19 comments.',
        replyTo: 2,
        likes: [emil, viktor, amina],
      },
      {
        by: rosa,
        daysAgo: 43.2,
        text:
          'And the pages in between? I would be afraid to throw away the one thing that is needed once a year, ' +
          'in December, by one person.',
        likes: [amina],
      },
      {
        by: clara,
        daysAgo: 43.1,
        text:
          'So was I. I posted the list in our chat for a week: “These stay behind. Say *stop* if you would miss ' +
          'one.” Two were rescued. Guess in which month one of them is needed, @rosa-richter.',
        replyTo: 4,
        likes: [rosa, emil],
        helpful: [rosa],
      },
      {
        by: viktor,
        daysAgo: 42.9,
        text: 'What is front matter? I read the page twice and still imagine a building.',
        likes: [clara, emil],
      },
      {
        by: clara,
        daysAgo: 42.8,
        text: [
          'The lines between the two dashes at the top of a file. They say what is not text:',
          '',
          '```markdown',
          '---',
          'title: Setting up the scanner',
          'slug: scanner',
          'summary: Ten minutes, with the cable from the drawer.',
          'category: First steps',
          'tags: [scanner, office]',
          '---',
          '',
          'Take the short cable …',
          '```',
          '',
          'Without them the import works as well, but a file called `Seite_neu_2.md` gets an address like that.',
        ].join('\n'),
        replyTo: 6,
        likes: [rosa],
        helpful: [viktor, emil],
      },
      {
        by: rosa,
        daysAgo: 42.5,
        text:
          'An afternoon of renaming hurts to read. A loop of ten lines makes `einrichten-drucker` out of ' +
          '`Einrichten%20Drucker_v2_FINAL.md`. Tell me before you do the next one.',
        likes: [amina],
      },
      {
        by: clara,
        daysAgo: 42.4,
        text:
          'I thought of it. But while I renamed them I read the first lines of each page, and that is how I found ' +
          'the four printers. Your loop would have moved all four, very fast.',
        replyTo: 8,
        likes: [rosa, emil, amina],
      },
      {
        by: amina,
        daysAgo: 41.9,
        text: 'How large was the ZIP? The limit is 200 MB unpacked, and I know what people paste into wikis.',
      },
      {
        by: clara,
        daysAgo: 41.8,
        text:
          '214 MB at first. Thirty of its images were photos of whiteboards, five megabytes each, and you could ' +
          'count the magnets. Scaled to 1600 pixels it was 38 MB, and the magnets are still there.',
        replyTo: 10,
        likes: [amina, viktor],
        helpful: [amina],
      },
      {
        by: emil,
        daysAgo: 40.6,
        text: 'Our chat and our mails are full of links to the old wiki. What happens when somebody opens one now?',
        likes: [viktor],
      },
      {
        by: amina,
        daysAgo: 40.5,
        text: [
          'The old address still answers, with a redirect for each page. Clara gave me the list of old names and new ' +
            'slugs, and the proxy does the rest:',
          '',
          '```nginx',
          'map $uri $new_page {',
          '  /wiki/Scanner_einrichten   /docs/scanner;',
          '  /wiki/Urlaub_(neu)         /docs/holidays;',
          '}',
          '```',
          '',
          'Pages that stayed behind lead to the list of documents. I will look into its log in a year and then ' +
            'switch it off.',
        ].join('\n'),
        replyTo: 12,
        likes: [emil, clara],
        helpful: [emil, rosa],
      },
      {
        by: viktor,
        daysAgo: 36.2,
        text: 'Found one while searching for the holiday form: a document called “Kopie von Kopie von Vorlage”.',
        likes: [amina, rosa],
      },
      {
        by: clara,
        daysAgo: 36.1,
        text:
          'I had hoped that nobody would. It had no heading, and then the name of the file becomes the title. It is ' +
          'called “Holiday form” now, and I searched for other copies of copies. There were two.',
        replyTo: 14,
        likes: [emil],
      },
      {
        by: rosa,
        daysAgo: 28.4,
        text: 'Four weeks later, the unpopular question: could we get out of here as easily as we came in?',
        likes: [amina, clara],
      },
      {
        by: amina,
        daysAgo: 27.9,
        text:
          'I tried it on Sunday. *Export as ZIP*, an empty hub on my laptop, import: the same documents, the same ' +
          'images, the same links. Users and comments are not in it, for those there is the ' +
          '[backup](/docs/backups-with-postgresql).',
        replyTo: 16,
        likes: [emil],
        helpful: [rosa, clara],
      },
      {
        by: emil,
        daysAgo: 10.8,
        text:
          'News for the next move: folders can become categories, with `--categories` or the checkbox in the dialog. ' +
          'Numbers before the names set the order. I added it to the page.',
        likes: [clara, rosa],
        helpful: [clara],
      },
      {
        by: clara,
        daysAgo: 6.3,
        text:
          'Just in time. Wiki number two was 212 pages in 14 folders, and I wrote not one `category:` line. I ' +
          'imported it three times, because I kept finding mistakes in my files; pages I had not touched were left ' +
          'out as duplicates each time.',
        replyTo: 18,
        likes: [emil, amina],
      },
      {
        by: rosa,
        daysAgo: 6.1,
        text: 'And what would you do differently in number three? I ask for somebody who has a wiki in Köln.',
        likes: [emil],
      },
      {
        by: clara,
        daysAgo: 5.8,
        text: [
          'Three things, @rosa-richter:',
          '',
          '1. **Ask what is missed first,** export afterwards. I renamed forty pages that then stayed behind.',
          '2. **Import five pages** and click through them before doing the rest. Mistakes are the same in all.',
          '3. **Agree on a day** from which nobody writes in the old place. Two colleagues did, bravely, until Friday.',
          '',
          'And bring cake for those who review the drafts. There were 80.',
        ].join('\n'),
        replyTo: 20,
        likes: [rosa, emil, amina],
        helpful: [rosa],
      },
    ],
    guests: 53,
    readBy: [amina, emil, rosa],
  },
];
