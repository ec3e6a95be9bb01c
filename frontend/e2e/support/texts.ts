import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export type Language = 'en' | 'de';

const folder = path.resolve(import.meta.dirname, '../../i18n');

const readTexts = (language: Language): Record<string, string> =>
  Object.assign(
    {},
    ...readdirSync(path.join(folder, language))
      .filter((file) => file.endsWith('.json'))
      .map((file) => JSON.parse(readFileSync(path.join(folder, language, file), 'utf8')) as object),
  ) as Record<string, string>;

const texts = { en: readTexts('en'), de: readTexts('de') };

/** A text of the frontend by its key, such as `messages.nav.docs`; undefined without one. */
export const readText = (key: string, language: Language): string | undefined => texts[language][key];
