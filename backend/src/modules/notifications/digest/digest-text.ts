import { composeMail, type MailSection } from '../../../platform/mail/compose-mail.js';
import type { DigestFrequency } from '../settings/digest-schedule.js';
import type { DigestContent } from './digest.queries.js';
import type { Texts } from '../../../platform/language/texts.js';

interface Digest {
  texts: Texts;
  frequency: Exclude<DigestFrequency, 'off'>;
  content: DigestContent;
  siteName: string;
  /** of the frontend, without a path */
  baseUrl: string;
  unsubscribeUrl: string;
}

/** @returns undefined when there is nothing to tell */
export function composeDigest({ texts, frequency, content, siteName, baseUrl, unsubscribeUrl }: Digest) {
  const sections = toSections(content, baseUrl, texts.mails.digest);
  if (!sections.length) return undefined;
  const { language, mails } = texts;
  const heading = mails.digest.heading[frequency];
  return {
    subject: mails.digest.subject({ heading, site: siteName }),
    ...composeMail({
      language,
      siteName,
      heading,
      paragraphs: [mails.digest.news[frequency]],
      sections,
      button: { label: mails.open(siteName), url: `${baseUrl}/` },
      footer: {
        text: mails.digest.reason,
        label: mails.digest.turnOff,
        url: unsubscribeUrl,
      },
    }),
  };
}

function toSections(
  { notifications, items, threads }: DigestContent,
  baseUrl: string,
  texts: Texts['mails']['digest'],
): MailSection[] {
  const sections = [
    {
      heading: texts.notifications,
      links: notifications.map(({ title, message, excerpt, url }) => ({
        label: message || title,
        text: excerpt,
        url: baseUrl + url,
      })),
    },
    {
      heading: texts.items,
      links: items.map(({ title, summary, path }) => ({ label: title, text: summary, url: baseUrl + path })),
    },
    {
      heading: texts.threads,
      links: threads.map(({ title, replies, path }) => ({
        label: title,
        text: texts.replies(replies),
        url: baseUrl + path,
      })),
    },
  ];
  return sections.filter(({ links }) => links.length);
}
