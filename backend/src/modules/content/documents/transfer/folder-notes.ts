import { parseYaml } from './markdown-file.js';

/** A file of Docusaurus that says how its folder is called and where it appears: `_category_.json`. */
export const isFolderNote = (path: string): boolean => /(?:^|\/)_category_\.(?:json|ya?ml)$/i.test(path);

export const MAX_FOLDER_NOTE_BYTES = 16 * 1024;

export interface FolderNote {
  label: string | undefined;
  position: number | undefined;
}

/** JSON is YAML. @throws UnreadableEntry */
export function parseFolderNote(bytes: Buffer): FolderNote {
  const [value] = parseYaml(bytes.toString('utf8'), 'It') as [Record<string, unknown> | null | undefined];
  const { label, position } = value ?? {};
  return {
    label: typeof label === 'string' && label.trim() ? label.trim() : undefined,
    position: typeof position === 'number' ? position : undefined,
  };
}
