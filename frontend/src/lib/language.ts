import type { Language } from '@hub/shared/languages';

/** The language of the texts. The build of another language replaces this module. */
export const language: Language = 'en';
