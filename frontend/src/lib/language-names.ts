import { type Language, languages } from '@hub/shared/languages';

/** The name of a language in itself: English, Deutsch. */
export const nameLanguage = (language: Language): string =>
  new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;

/** For fields, with the languages in their own names. */
export const languageOptions = languages.map((value) => ({ value, label: nameLanguage(value) }));
