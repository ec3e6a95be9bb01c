import path from 'node:path';
import { compileLanguage, listLanguages, writeModules } from './message-files.mjs';
import { root } from './node-runtime.mjs';

const texts = 'backend/i18n';
const target = path.join(root, 'backend/src/messages');
/** Written by hand. */
const FORMAT = 'message-format.ts';

/**
 * Writes a folder of typed modules for each language of the backend's texts. Unlike a page, the server has all
 * languages at once, so each module has the plurals of its own.
 * @throws Error that names the file, and the texts that are wrong, missing or too many
 */
export function writeBackendMessages() {
  const languages = listLanguages(texts);
  const [source = ''] = languages;
  for (const language of languages) {
    const modules = compileLanguage(texts, language, {
      printImport: (helpers) =>
        "import { createMessageFormat } from '../message-format.js';\n" +
        `\nconst { ${helpers.join(', ')} } = createMessageFormat('${language}');\n`,
      getSourceModule: (area) => `../${source}/${area}.js`,
    });
    const areas = modules.map(([area]) => area);
    /** @type {[name: string, code: string][]} */
    const files = modules.map(([area, code]) => [`${area}.ts`, code]);
    writeModules(path.join(target, language), [...files, ['index.ts', printIndex(language, areas)]], { texts });
  }
  writeModules(target, [['all.ts', printAll(languages.toSorted())]], { texts, kept: [...languages, FORMAT] });
}

/** @param {string} language @param {string[]} areas */
const printIndex = (language, areas) =>
  `import type { Language } from '@hub/shared/languages';\n\n${areas
    .map((area) => `export * from './${area}.js';\n`)
    .join('')}export const language: Language = '${language}';\n`;

/** @param {string[]} languages */
const printAll = (languages) =>
  `${languages.map((language) => `import * as ${language} from './${language}/index.js';\n`).join('')}
export const textsByLanguage = { ${languages.join(', ')} };
`;
