import type { Language } from '@hub/shared/languages';
import { textsByLanguage } from '../../messages/all.js';

/** All texts of the server in one language. */
export type Texts = (typeof textsByLanguage)['en'];

/** A text that is known before its language: the text of an error, a notification or an invalid field. */
export type Localized = (texts: Texts) => string;

const allTexts: Record<Language, Texts> = textsByLanguage;

export const getTexts = (language: Language): Texts => allTexts[language];

/** The texts of logs, and of programs that name no language. */
export const sourceTexts: Texts = textsByLanguage.en;

/** a, b, or c */
export const formatChoice = ({ language }: Texts, texts: readonly string[]): string =>
  new Intl.ListFormat(language, { type: 'disjunction' }).format(texts);

/** a, b, and c */
export const formatList = ({ language }: Texts, texts: readonly string[]): string =>
  new Intl.ListFormat(language).format(texts);
