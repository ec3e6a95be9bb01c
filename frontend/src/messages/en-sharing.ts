import { messages } from './en';

/** Texts of copying links. */
export const sharing = {
  copyLink: 'Copy link',
  linkCopied: messages.markdown.linkCopied,
  copyFailedTitle: 'The link was not copied',
  copyFailed: (link: string) => `Copy it from here: ${link}`,
};
