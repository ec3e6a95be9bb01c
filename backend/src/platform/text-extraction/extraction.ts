/** Files whose text is read. */
export const textFormats = ['pdf', 'docx', 'pptx', 'xlsx', 'odt', 'text'] as const;
export type TextFormat = (typeof textFormats)[number];

/** Bytes of a file that is read. */
export const MAX_FILE_BYTES = 64 * 1024 ** 2;
/** Pages, slides or sheets that are read. */
export const MAX_PAGES = 2000;
/** Characters that are read. */
export const MAX_CHARACTERS = 1_000_000;

/** Why nothing of a file is read. */
export const extractionErrors = [
  'damaged',
  'encrypted',
  'too_large',
  'unpacks_too_large',
  'too_much_memory',
  'too_slow',
  'crashed',
] as const;
export type ExtractionErrorCode = (typeof extractionErrors)[number];

/** Why nothing of a file is searched, or not all. */
export const unsearchedReasons = [...extractionErrors, 'empty', 'cut'] as const;
export type UnsearchedReason = (typeof unsearchedReasons)[number];

export interface ExtractedPage {
  /** of a page, slide or sheet, from 1; null where the file does not say where its pages end */
  page: number | null;
  /** well-formed, without control characters but line breaks and tabs; not empty */
  text: string;
}

export interface ExtractedText {
  /** those with text, in their order */
  pages: ExtractedPage[];
  /** whether the file has more text, beyond the limits above or that of time */
  isCut: boolean;
}

/** The file cannot be read, for a reason that concerns the file. */
export class ExtractionError extends Error {
  constructor(readonly code: ExtractionErrorCode) {
    super(`The text of the file cannot be read: ${code}.`);
  }
}

const formatsByType: Readonly<Record<string, TextFormat>> = {
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.oasis.opendocument.text': 'odt',
};
const formatsByEnding: Readonly<Record<string, TextFormat>> = { txt: 'text', csv: 'text' };
for (const format of textFormats) if (format !== 'text') Object.assign(formatsByEnding, { [format]: format });

/**
 * Types that say too little of a file to contradict its name: text in other encodings is unknown bytes, an encrypted
 * office file is a container of another kind, and one that a lesser known program wrote is any ZIP.
 */
const vagueTypes: ReadonlySet<string> = new Set(['application/octet-stream', 'application/x-cfb', 'application/zip']);

/** @returns undefined for files without text, and for those whose text is not read */
export function getTextFormat({ name, media_type }: { name: string; media_type: string }): TextFormat | undefined {
  if (media_type.startsWith('text/plain')) return 'text';
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return (
    formatsByType[media_type] ??
    (vagueTypes.has(media_type) && Object.hasOwn(formatsByEnding, ending) ? formatsByEnding[ending] : undefined)
  );
}

/** What {@link getTextFormat} asks for, for statements. */
export const knownTypes = Object.keys(formatsByType);
export const knownEndings = Object.keys(formatsByEnding);
export const endingTypes = [...vagueTypes];
