import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { discard } from '../../storage/discard.js';
import type { Spool, Spooled } from '../../storage/spool.js';
import { tooLarge } from '../../storage/storage.js';
import type { BodyReservation } from '../body/body-memory.js';
import { DomainError, invalid, requestAborted } from '../errors/domain-error.js';

/** A file of a form, waiting in a temporary file until the answer is given. `size` in bytes. */
export interface UploadedFile {
  path: string;
  /** as the uploader calls it; only to be shown, never a path */
  name: string;
  size: number;
  sha256: string;
}

export interface FormContent {
  fields: Record<string, unknown>;
  files: Record<string, UploadedFile>;
  /** removes the temporary files */
  remove: () => Promise<void>;
}

/** All texts of a form together: the longest content there may be, and a picture in base64. */
const FIELDS_BYTES = 4 * 1024 * 1024;
/** What boundaries and headers of parts may take. */
const OVERHEAD_BYTES = 256 * 1024;
const limits = { fieldNameSize: 100, fieldSize: FIELDS_BYTES, fields: 100, files: 20, parts: 120, headerPairs: 50 };

const isJson = (mediaType: string | undefined): boolean => !!mediaType?.startsWith('application/json');

/** A field with the type of JSON counts as a file here: the parser would parse it, whatever it costs. */
const isPartAFile = (_name: string | undefined, mediaType: string | undefined, filename: string | undefined): boolean =>
  filename !== undefined || mediaType === 'application/octet-stream' || isJson(mediaType);

/** Takes in one multipart form: texts into memory, files to the disk while they come. When it fails, nothing stays behind. */
export class FormReader {
  private readonly fields: Record<string, unknown> = {};
  private readonly files = new Map<string, UploadedFile>();
  private readonly spooled: Spooled[] = [];
  private fieldBytes = 0;
  private readonly fileStreams: { bytesRead: number }[] = [];

  /**
   * @param fileLimits the names of files the form takes, with their limits in bytes; other files are passed over
   * @param memory for what is kept in memory until the form is complete: everything but files
   */
  constructor(
    private readonly request: FastifyRequest,
    private readonly fileLimits: ReadonlyMap<string, number>,
    private readonly spool: Spool,
    private readonly memory: BodyReservation,
  ) {}

  /** @throws 413 when it is or says it is too large, 400 when it cannot be read or breaks off, 503 when clients hold too much memory */
  async read(): Promise<FormContent> {
    try {
      await this.readParts();
      return { fields: this.fields, files: Object.fromEntries(this.files), remove: () => this.remove() };
    } catch (error) {
      await this.remove();
      throw this.isAborted ? requestAborted() : readable(error);
    } finally {
      this.memory.release();
      // Nobody reads on: let the rest of the request run off, so that the client comes to hear the answer.
      this.request.raw.unpipe();
      discard(this.request.raw);
    }
  }

  private async readParts(): Promise<void> {
    const watch = this.watchSize();
    try {
      const parts = this.request.parts({ limits: { ...limits, fileSize: this.maxBytes }, isPartAFile });
      for (;;) {
        const next = await Promise.race([parts.next(), watch.tooMuch]);
        if (next.done) return;
        if (next.value.type === 'file') await this.takeFile(next.value);
        else this.takeField(next.value);
      }
    } finally {
      watch.end();
    }
  }

  /** The announced length comes first, so that a giant is refused at once; then what really comes is counted. */
  private watchSize(): { tooMuch: Promise<never>; end: () => void } {
    const most = [...this.fileLimits.values()].reduce((sum, bytes) => sum + bytes, FIELDS_BYTES + OVERHEAD_BYTES);
    const { promise: tooMuch, reject } = Promise.withResolvers<never>();
    tooMuch.catch(() => undefined);
    const { raw } = this.request;
    if (Number(raw.headers['content-length'] ?? 0) > most) throw this.refusal();
    let bytes = 0;
    const count = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > most) reject(this.refusal());
      try {
        const ofFiles = this.fileStreams.reduce((sum, { bytesRead }) => sum + bytesRead, 0);
        this.memory.hold(Math.max(0, bytes - ofFiles));
      } catch (error) {
        reject(error);
      }
    };
    raw.on('data', count);
    return { tooMuch, end: () => raw.off('data', count) };
  }

  private async takeFile({ fieldname, filename, file, mimetype }: MultipartFile): Promise<void> {
    if (filename === undefined && isJson(mimetype)) {
      discard(file);
      throw invalid([
        { field: fieldname, message: 'Fields of a form are sent as text, without a content type of their own.' },
      ]);
    }
    // The parser counts them on its stream; the type leaves it out.
    this.fileStreams.push(file);
    const maxBytes = this.fileLimits.get(fieldname);
    // Browsers send an empty part for a file input that was left empty.
    if (maxBytes === undefined || this.files.has(fieldname) || !filename) return discard(file);
    const spooled = await this.spool.keep(file, { maxBytes });
    this.spooled.push(spooled);
    const { path, size, sha256 } = spooled;
    this.files.set(fieldname, { path, size, sha256, name: filename });
  }

  /** A repeated field becomes a list. Forms are sent with CRLF at every line's end, whatever was typed. */
  private takeField({ fieldname, value }: { fieldname: string; value: unknown }): void {
    const text = String(value);
    this.fieldBytes += Buffer.byteLength(text);
    if (this.fieldBytes > FIELDS_BYTES) throw this.refusal();
    const typed = text.replaceAll('\r\n', '\n');
    const before = this.fields[fieldname];
    this.fields[fieldname] = before === undefined ? typed : [before, typed].flat();
  }

  /** Where the parser cuts a file off: above what the spool refuses, so that it never ends as if it were whole. */
  private get maxBytes(): number {
    return Math.max(0, ...this.fileLimits.values()) + 1;
  }

  /** Whether the client went before its form was complete. */
  private get isAborted(): boolean {
    const { raw } = this.request;
    return raw.destroyed && !raw.complete;
  }

  private refusal(): DomainError {
    return tooLarge(this.maxBytes - 1 || FIELDS_BYTES);
  }

  private async remove(): Promise<void> {
    await Promise.all(this.spooled.map((file) => file.remove()));
  }
}

const unreadable = () => new DomainError(400, 'bad_request', 'The form could not be read.');

/** The parser's own errors mean a form that is broken, broken off or above its limits; those of the disk and of our code are ours. */
function readable(error: unknown): unknown {
  if (error instanceof DomainError) return error;
  const { name, statusCode, syscall, code } = error as {
    name?: string;
    statusCode?: number;
    syscall?: unknown;
    code?: unknown;
  };
  if (statusCode === 413) return new DomainError(413, 'too_large', 'The form is too large or has too many parts.');
  const ours = (name !== 'Error' && name !== 'FastifyError') || (syscall !== undefined && code !== 'ECONNRESET');
  return ours ? error : unreadable();
}
