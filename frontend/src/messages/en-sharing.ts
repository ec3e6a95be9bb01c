/** Texts of copying links. */
export const sharing = {
  copyLink: 'Copy link',
  linkCopied: 'Link copied',
  copyFailedTitle: 'The link was not copied',
  copyFailed: (link: string) => `Copy it from here: ${link}`,
};
