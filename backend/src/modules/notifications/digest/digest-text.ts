import { composeMail, type MailSection } from '../../../platform/mail/compose-mail.js';
import type { DigestFrequency } from '../settings/digest-schedule.js';
import type { DigestContent } from './digest.queries.js';

interface Digest {
  frequency: Exclude<DigestFrequency, 'off'>;
  content: DigestContent;
  siteName: string;
  /** of the frontend, without a path */
  baseUrl: string;
  unsubscribeUrl: string;
}

const periods = { daily: 'since yesterday', weekly: 'this week' } as const;

/** @returns undefined when there is nothing to tell */
export function composeDigest({ frequency, content, siteName, baseUrl, unsubscribeUrl }: Digest) {
  const sections = toSections(content, baseUrl);
  if (!sections.length) return undefined;
  const heading = `Your ${frequency} digest`;
  return {
    subject: `${heading}: ${siteName}`,
    ...composeMail({
      siteName,
      heading,
      paragraphs: [`What’s new for you ${periods[frequency]}.`],
      sections,
      button: { label: `Open ${siteName}`, url: `${baseUrl}/` },
      footer: {
        text: `You receive this digest because you chose it in your notification settings.`,
        label: 'Turn it off',
        url: unsubscribeUrl,
      },
    }),
  };
}

function toSections({ notifications, items, threads }: DigestContent, baseUrl: string): MailSection[] {
  const sections = [
    {
      heading: 'Unread notifications',
      links: notifications.map(({ title, message, excerpt, url }) => ({
        label: message || title,
        text: excerpt,
        url: baseUrl + url,
      })),
    },
    {
      heading: 'New documents and videos',
      links: items.map(({ title, summary, path }) => ({ label: title, text: summary, url: baseUrl + path })),
    },
    {
      heading: 'Active in the community',
      links: threads.map(({ title, replies, path }) => ({
        label: title,
        text: replies === 1 ? '1 reply' : `${replies} replies`,
        url: baseUrl + path,
      })),
    },
  ];
  return sections.filter(({ links }) => links.length);
}
