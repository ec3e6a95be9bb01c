interface DemoNumbers {
  documents: number;
  videos: number;
  threads: number;
  users: number;
}

const list = new Intl.ListFormat('en', { type: 'conjunction' });
const count = (n: number, one: string, many: string): string[] =>
  n ? [`${n.toLocaleString('en-US')} ${n === 1 ? one : many}`] : [];
const listNumbers = ({ documents, videos, threads, users }: DemoNumbers): string =>
  list.format([
    ...count(documents, 'document', 'documents'),
    ...count(videos, 'video', 'videos'),
    ...count(threads, 'thread', 'threads'),
    ...count(users, 'user', 'users'),
  ]);

/** Texts about the content that a new hub is filled with. */
export const demoTexts = {
  title: 'Demo content',
  lead: 'This hub was started with example documents, videos, threads and users.',
  remove: 'Remove the demo content',
  confirmTitle: 'Remove the demo content?',
  confirmLabel: 'Remove',
  removed: (numbers: DemoNumbers): string => {
    const found = listNumbers(numbers);
    const what = found ? `${found} will be deleted for good` : 'What is left of the demo will be deleted for good';
    return `${what}, with empty demo categories and past figures.`;
  },
  kept: (numbers: DemoNumbers): string => {
    const found = listNumbers(numbers);
    const also =
      found && `, and ${found} of the demo that people have changed, commented on or posted in, or that you use`;
    return `Everything that people have made stays${also}.`;
  },
  done: 'Demo content removed',
  failed: 'The demo content was not removed',
};
