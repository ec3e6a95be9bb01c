import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { discard, type Spool, type Spooled } from '../../storage/spool.js';
import { tooLarge } from '../../storage/storage.js';
import type { BodyReservation } from '../body/body-memory.js';
import { waitForTurn } from '../body/body-limits.js';
import { DomainError, invalid, requestAborted } from '../../errors/domain-error.js';

/** A file of a form, in a temporary file until the response is sent. `size` in bytes. */
export interface UploadedFile {
  path: string;
  /** the name given by the client; for display only, never a path */
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

/** All text fields of a form together: the longest content, and an image in base64. */
const FIELDS_BYTES = 4 * 1024 * 1024;
/** Allowance for boundaries and part headers. */
const OVERHEAD_BYTES = 256 * 1024;
const limits = { fieldNameSize: 100, fieldSize: FIELDS_BYTES, fields: 100, files: 20, parts: 120, headerPairs: 50 };

const isJson = (mediaType: string | undefined): boolean => !!mediaType?.startsWith('application/json');

/** JSON parts count as files, because the parser would otherwise parse them without a limit. */
const isPartAFile = (_name: string | undefined, mediaType: string | undefined, filename: string | undefined): boolean =>
  filename !== undefined || mediaType === 'application/octet-stream' || isJson(mediaType);

/**
 * Reads one multipart form: text into memory, files to the disk while they arrive. A failed form leaves nothing behind.
 */
export class FormReader {
  private readonly fields: Record<string, unknown> = {};
  private readonly files = new Map<string, UploadedFile>();
  private readonly spooled: Spooled[] = [];
  private fieldBytes = 0;
  private readonly fileStreams: { bytesRead: number }[] = [];

  /**
   * @param fileLimits accepted file fields with their limits in bytes; other files are ignored
   * @param memory reservation for everything that is kept in memory until the form is complete, which is all but files
   */
  constructor(
    private readonly request: FastifyRequest,
    private readonly fileLimits: ReadonlyMap<string, number>,
    private readonly spool: Spool,
    private readonly memory: BodyReservation,
  ) {}

  /**
   * @throws 413 when it is, or its Content-Length says it is, too large; 400 when it is malformed or incomplete; 503
   * when clients hold too much memory
   */
  async read(): Promise<FormContent> {
    try {
      await this.readParts();
      await waitForTurn(this.fieldBytes);
      return { fields: this.fields, files: Object.fromEntries(this.files), remove: () => this.remove() };
    } catch (error) {
      await this.remove();
      throw this.isAborted ? requestAborted() : readable(error);
    } finally {
      this.memory.release();
      // Reads the rest of the request, so that a client that is still sending gets the response.
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

  /** Checks Content-Length first, so that oversized requests are refused at once, then counts the received bytes. */
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
      throw invalid([{ field: fieldname, message: (texts) => texts.platform.invalidFormField }]);
    }
    // `bytesRead` of the parser's stream is missing in its type.
    this.fileStreams.push(file);
    const maxBytes = this.fileLimits.get(fieldname);
    // Browsers send an empty part for a file input that was left empty.
    if (maxBytes === undefined || this.files.has(fieldname) || !filename) return discard(file);
    const spooled = await this.spool.keep(file, { maxBytes });
    this.spooled.push(spooled);
    const { path, size, sha256 } = spooled;
    this.files.set(fieldname, { path, size, sha256, name: filename });
  }

  /** A repeated field becomes a list. Line ends are CRLF in forms. */
  private takeField({ fieldname, value }: { fieldname: string; value: unknown }): void {
    const text = String(value);
    this.fieldBytes += Buffer.byteLength(text);
    if (this.fieldBytes > FIELDS_BYTES) throw this.refusal();
    const typed = text.replaceAll('\r\n', '\n');
    const before = this.fields[fieldname];
    this.fields[fieldname] = before === undefined ? typed : [before, typed].flat();
  }

  /** The parser's limit is above that of the spool, so that a truncated file never looks complete. */
  private get maxBytes(): number {
    return Math.max(0, ...this.fileLimits.values()) + 1;
  }

  /** Whether the client disconnected before the form was complete. */
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

const unreadable = () => new DomainError(400, 'bad_request', (texts) => texts.platform.unreadableForm);

/**
 * Errors of the parser are those of the client: a malformed, incomplete or too large form. Errors of the disk and of
 * our code are passed on.
 */
function readable(error: unknown): unknown {
  if (error instanceof DomainError) return error;
  const { name, statusCode, syscall, code } = error as {
    name?: string;
    statusCode?: number;
    syscall?: unknown;
    code?: unknown;
  };
  if (statusCode === 413) return new DomainError(413, 'too_large', (texts) => texts.platform.formTooLarge);
  const ours = (name !== 'Error' && name !== 'FastifyError') || (syscall !== undefined && code !== 'ECONNRESET');
  return ours ? error : unreadable();
}
