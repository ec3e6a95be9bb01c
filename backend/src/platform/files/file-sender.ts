import { Readable } from 'node:stream';
import { applyDecorators, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { create } from 'content-disposition';
import { ApiHeader, ApiOkResponse, ApiResponse } from '@nestjs/swagger';
import { DomainError, notFound } from '../errors/domain-error.js';
import { matchesEntityTag } from '../http/request/request.js';
import { skipCompression } from '../http/server/responses.js';
import { type ByteRange, Storage } from '../storage/storage.js';
import { ProblemResponses } from '../errors/problem.dto.js';
import type { ReadableFile } from './file-references.js';

/** Types that browsers display and cannot execute. SVG, HTML, XML and PDF may contain scripts. */
const inlineTypes = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'video/mp4',
  'video/webm',
  'video/ogg',
  'video/quicktime',
  'audio/mpeg',
  'audio/mp4',
  'audio/x-m4a',
  'audio/ogg',
  'audio/wav',
  'audio/webm',
  'audio/flac',
  'audio/aac',
]);

/**
 * Defence in depth for files that a browser treats as a page: no scripts, an opaque origin, own images and media only.
 */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

/** Sends a file or the requested range of it. The caller has checked that the actor may read the file. */
@Injectable()
export class FileSender {
  constructor(private readonly storage: Storage) {}

  /** @throws 416 when the range lies outside the file, 404 when its content is lost */
  async send(file: ReadableFile, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    // Range, length and entity tag refer to the stored bytes.
    skipCompression(request);
    const etag = `"${file.sha256}"`;
    const caching = {
      ETag: etag,
      'Cache-Control': file.isPublic ? 'public, max-age=31536000, immutable' : 'private, no-cache',
    };
    if (matchesEntityTag(request.headers['if-none-match'], etag)) return void reply.headers(caching).code(304).send();
    const span = requestedSpan(request, etag, file.size, reply);
    const content = await this.open(file, span, request);
    void reply.headers({
      ...caching,
      ...describing(file),
      ...(span && { 'Content-Range': `bytes ${span.start}-${span.end}/${file.size}` }),
    });
    void reply.header('Content-Length', String(span ? span.end - span.start + 1 : file.size));
    // Fastify destroys the stream when the client disconnects, which closes the file.
    void reply.code(span ? 206 : 200).send(content);
  }

  private async open(
    { id, sha256 }: ReadableFile,
    span: ByteRange | undefined,
    request: FastifyRequest,
  ): Promise<Readable> {
    if (request.method === 'HEAD') return Readable.from([]);
    const content = await this.storage.read(sha256, span);
    if (content) return content;
    request.log.error({ file: id, sha256 }, 'the content of a file is missing in the storage');
    throw notFound('file');
  }
}

/** The requested range of a file; undefined for the whole file. @throws 416 when the range lies outside */
export function requestedSpan(
  request: FastifyRequest,
  etag: string,
  size: number,
  reply: FastifyReply,
): ByteRange | undefined {
  const { range, 'if-range': ifRange } = request.headers;
  // Only GET supports ranges. If-Range with anything but the current tag (such as a date) requests the whole file.
  if (request.method !== 'GET' || (ifRange !== undefined && ifRange !== etag)) return undefined;
  const span = parseRange(range, size);
  if (span === 'whole') return undefined;
  if (span !== 'unsatisfiable') return span;
  void reply.header('Content-Range', `bytes */${size}`);
  throw new DomainError(416, 'range_not_satisfiable', (texts) => texts.platform.rangeNotSatisfiable);
}

function describing({ media_type, name }: ReadableFile): Record<string, string> {
  return {
    'Content-Type': media_type,
    'Content-Disposition': contentDisposition(inlineTypes.has(media_type) ? 'inline' : 'attachment', name),
    'Content-Security-Policy': CONTENT_SECURITY_POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Accept-Ranges': 'bytes',
  };
}

/**
 * Parses a Range header for a file of `size` bytes (RFC 9110, section 14). Multiple ranges, other units and invalid
 * values are ignored, as the RFC allows: the whole file is sent.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '') ?? [];
  if (first === '' && last === '') return 'whole';
  if (first !== '' && last !== '' && Number(last) < Number(first)) return 'whole';
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start > end ? 'unsatisfiable' : { start, end };
}

/** Content-Disposition with the name in ASCII, and in UTF-8 as well where that differs. */
export function contentDisposition(type: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/gu, '_');
  return create(name, { type, fallback: plain });
}

const bytes = { '*/*': { schema: { type: 'string', format: 'binary' } } };

/**
 * Documents a route that sends a file with FileSender: whole, as one range, or not at all to a client that has it.
 * @param missing when the route responds with 404
 */
export const FileResponses = (missing: string) =>
  applyDecorators(
    ApiHeader({ name: 'Range', required: false, description: 'one byte range, such as bytes=0-1023' }),
    ApiOkResponse({ description: 'The whole file', content: bytes }),
    ApiResponse({ status: 206, description: 'The requested range', content: bytes }),
    ApiResponse({ status: 304, description: 'The copy named by If-None-Match is current' }),
    ProblemResponses({ 404: missing, 416: 'The requested range lies outside the file' }),
  );
