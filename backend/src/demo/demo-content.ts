/** What a new hub shows: people of each role, shelves and a few documents that help whoever has just started one. */

export const people = [
  { role: 'ADMIN', email: 'admin@example.org', name: 'Amina Adler' },
  { role: 'EDITOR', email: 'editor@example.org', name: 'Emil Engel' },
  { role: 'REVIEWER', email: 'reviewer@example.org', name: 'Rosa Richter' },
  { role: 'CONTRIBUTOR', email: 'contributor@example.org', name: 'Clara Conrad' },
  { role: 'VIEWER', email: 'viewer@example.org', name: 'Viktor Vogel' },
];

export const categories = [
  { name: 'First steps', description: 'Find your way around the hub', icon: '🧭', color: '#0F766E', order_index: 1 },
  { name: 'Writing', description: 'How to write documents people like to read', icon: '✍️', color: '#7C3AED', order_index: 2 },
  { name: 'Operations', description: 'Running the hub: backups, updates, configuration', icon: '🛠️', color: '#B45309', order_index: 3 },
];

const welcome = `This hub keeps three things in one place: **documents** to look things up, **videos** to watch how it is done, and a **community** to ask.

## Who can do what

| Role | May |
|---|---|
| Viewer | read everything public and for members |
| Contributor | also write documents |
| Reviewer | also publish what others have submitted |
| Editor | also change and delete any content, and manage categories |
| Administrator | also manage people, roles and settings |

## How a document gets published

1. A contributor writes it and saves a **draft**. Only the author and the staff see it.
2. *Submit for review* hands it in.
3. A reviewer or editor reads it and publishes it.

The visibility decides who reads it then: everyone, signed-in people, or staff only.

## Next

- Read [Markdown in five minutes](/docs/markdown-in-five-minutes), then write something.
- Running this hub yourself? See [Running your hub](/docs/running-your-hub).
`;

const markdown = `Documents are written in Markdown: plain text with a few signs that give it shape.

## Text

Write \`**bold**\` for **bold**, \`*italic*\` for *italic* and \`~~struck~~\` for ~~struck~~. A blank line starts a new paragraph.

## Headings

Two signs make a chapter, three a section. Headings appear in the table of contents and have an address of their own, so you can link to them.

\`\`\`markdown
## A chapter
### A section
\`\`\`

## Lists and tasks

- a point
- another one
  1. numbered
  2. points

- [x] done
- [ ] still to do

## Code

Name the language after the three backticks and the code is coloured:

\`\`\`ts
export function greet(name: string): string {
  return \`Hello, \${name}\`;
}
\`\`\`

## Tables

| Sign | Gives |
|---|---|
| \`> text\` | a quotation |
| \`---\` | a line |
| \`[words](/docs)\` | a link |

> Short sentences, one idea a paragraph, and an example: that is most of good technical writing.
`;

const operations = `The hub is one Node.js process and one PostgreSQL database. Files people upload lie in the data folder.

## Where things are

| What | Where |
|---|---|
| Database and uploads of a trial | the folder named by \`DATA_DIR\`, \`.data\` by default |
| Sign-ins of the demo | \`DATA_DIR/credentials.txt\` |
| Health for a balancer | \`/health/live\` and \`/health/ready\` |
| The API, described | \`/api/docs\` |

## Your own PostgreSQL

Set \`DATABASE_URL\`, and the embedded database is not used any more:

\`\`\`bash
DATABASE_URL=postgresql://hub:secret@db.example.org:5432/hub npm start
\`\`\`

Several instances may share one database: the schema is migrated by one of them while the others wait.

## Updates

Stop the hub, take a copy of the database and of the data folder, fetch the new version, start. The schema is brought up to date at the start.
`;

interface DemoDocument {
  title: string;
  slug: string;
  summary: string;
  category: string;
  author: string;
  publishedBy?: string;
  content: string;
  tags: string[];
  difficulty?: 'BEGINNER' | 'INTERMEDIATE' | 'ADVANCED';
  visibility?: 'PUBLIC' | 'LOGGED_IN' | 'INTERNAL';
}

export const documents: DemoDocument[] = [
  { title: 'Welcome to the hub', slug: 'welcome', summary: 'What is here, who can do what, and how a document gets published.', category: 'First steps', author: 'EDITOR', publishedBy: 'EDITOR', content: welcome, tags: ['welcome', 'roles'] },
  { title: 'Markdown in five minutes', slug: 'markdown-in-five-minutes', summary: 'All the signs you need to write a good document.', category: 'Writing', author: 'CONTRIBUTOR', publishedBy: 'REVIEWER', content: markdown, tags: ['markdown', 'writing'] },
  { title: 'Running your hub', slug: 'running-your-hub', summary: 'Where data lies, how to use your own PostgreSQL, and how to update.', category: 'Operations', author: 'ADMIN', publishedBy: 'ADMIN', content: operations, tags: ['operations', 'postgresql'], difficulty: 'INTERMEDIATE' },
];
