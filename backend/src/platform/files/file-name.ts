import { create } from 'content-disposition';

const MAX_LENGTH = 200;

/**
 * Makes a name safe for display and download: no folders, no control or bidirectional characters, well-formed, not
 * empty.
 */
export function sanitizeFileName(name: string): string {
  const last = name.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const clean = last.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim();
  const { stem, extension } = /^(?<stem>.*?)(?<extension>\.[\p{L}\p{N}]{1,10})?$/u.exec(clean)?.groups ?? {};
  const room = MAX_LENGTH - (extension?.length ?? 0);
  return `${stem?.slice(0, room).toWellFormed() ?? ''}${extension ?? ''}` || 'file';
}

/** Content-Disposition with the name in ASCII, and in UTF-8 as well where that differs. */
export function contentDisposition(type: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/gu, '_');
  return create(name, { type, fallback: plain });
}
