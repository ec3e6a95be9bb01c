/** The languages that the product's texts are written in. */
export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

/** What users choose from; auto is the language of their browser. */
export const languageChoices = ['auto', ...languages] as const;
export type LanguageChoice = (typeof languageChoices)[number];

/** The source of all texts: of programs that name no language, and of hubs that have not chosen one. */
export const SOURCE_LANGUAGE: Language = 'en';

export const isLanguage = (value: unknown): value is Language => languages.includes(value as Language);
