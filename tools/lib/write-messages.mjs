import path from 'node:path';
import { compileLanguage, listLanguages as listLanguagesOf, writeModules } from './message-files.mjs';
import { root } from './node-runtime.mjs';

const texts = 'frontend/i18n';
const target = path.join(root, 'frontend/src/messages');

/** The languages of the frontend, the source first. */
export const listLanguages = () => listLanguagesOf(texts);

/**
 * Writes a module of typed messages for each file of texts: of the source language in frontend/src/messages, of each
 * other language in a folder of its own.
 * @throws Error that names the file, and the texts that are wrong, missing or too many
 */
export function writeMessages() {
  const [source = '', ...others] = listLanguages();
  writeModules(target, compileFiles(source), { texts, kept: others });
  for (const language of others) writeModules(path.join(target, language), compileFiles(language), { texts });
}

/** @param {string} language @returns {[name: string, code: string][]} */
const compileFiles = (language) => compileLanguage(texts, language).map(([area, code]) => [`${area}.ts`, code]);
