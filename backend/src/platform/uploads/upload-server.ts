import { PassThrough, Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { DataStore, Server, Upload } from '@tus/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../access/actor.js';
import { Config } from '../config/config.js';
import { detectMediaType, requireVideoType, SAMPLE_BYTES } from '../files/media-type.js';
import { DomainError, notFound, requestAborted } from '../errors/domain-error.js';
import { discard } from '../storage/spool.js';
import { storageError } from '../storage/storage.js';
import { describeTusError, describeTusResponse } from './tus-errors.js';
import { RESERVE_BYTES, UploadLimits } from './upload-limits.js';
import { UploadLocker } from './upload-locker.js';
import { UploadStorage } from './upload-storage.js';
import { alreadyUsed, EXPIRY_MS, UploadsService } from './uploads.service.js';

const EXTENSIONS = ['creation', 'termination', 'expiration'];
/** How long a request continues after another one has requested its lock, so that received bytes are written. */
const DRAIN_MS = 500;

interface Exchange {
  actor: Actor;
  /** what the protocol's library would describe in its own words */
  error?: unknown;
}

/**
 * Resumable uploads by the tus protocol (https://tus.io). Access is checked by the routes: this class checks that an
 * upload belongs to the actor. Errors are thrown, so that they become problem documents like all others.
 */
@Injectable()
export class UploadServer {
  private readonly server: Server;
  private readonly path: string;
  private readonly exchanges = new WeakMap<object, Exchange>();

  constructor(
    config: Config,
    locker: UploadLocker,
    private readonly uploads: UploadsService,
    private readonly limits: UploadLimits,
    storage: UploadStorage,
  ) {
    this.path = `${config.env.API_PREFIX}/uploads`;
    this.server = new Server({
      path: this.path,
      datastore: new UploadData(uploads, limits, storage),
      locker,
      lockDrainTimeout: DRAIN_MS,
      maxSize: limits.maxBytes,
      relativeLocation: true,
      namingFunction: () => uuidv7(),
      onUploadCreate: async (request, { id, size = 0, metadata }) => {
        const name = metadata?.['filename'] ?? '';
        await uploads.begin(this.getExchange(request).actor, { id, name, size });
        return { metadata: { filename: name } };
      },
      onUploadFinish: async (_request, { id }) => {
        const row = await uploads.find(id);
        if (row) await uploads.finish(row);
        return {};
      },
      onResponseError: (request, error) => {
        this.getExchange(request).error = error;
        return undefined;
      },
    });
  }

  /**
   * Carries out a request of the protocol.
   * @param id of the upload, except for requests to the collection
   * @throws problems for everything that fails
   */
  async handle(request: FastifyRequest, reply: FastifyReply, actor: Actor, id?: string): Promise<void> {
    const { raw } = request;
    if (id !== undefined) await this.requireOwn(actor, id, request.method);
    void reply.header('Tus-Resumable', '1.0.0').header('Cache-Control', 'no-store');
    const body = new PassThrough();
    // The library ends the upload at what has arrived.
    raw.once('error', (error) => body.destroy(error)).once('close', () => void (raw.complete || body.destroy()));
    body.on('error', () => undefined);
    const exchange: Exchange = { actor };
    const translated = this.translate(request, raw.pipe(body), id);
    this.exchanges.set(translated, exchange);
    try {
      const response = await this.server.handleWeb(translated);
      if (raw.destroyed && !raw.complete) throw requestAborted();
      if (exchange.error !== undefined) throw describeTusError(exchange.error, this.limits.maxBytes);
      if (response.status >= 400) throw describeTusResponse(response.status);
      for (const [name, value] of response.headers) if (!OWN_HEADERS.test(name)) void reply.header(name, value);
      await reply.code(response.status).send();
    } finally {
      raw.unpipe(body);
      discard(raw);
    }
  }

  private async requireOwn(actor: Actor, id: string, method: string): Promise<void> {
    const row = await this.uploads.findOwn(actor, id);
    if (row?.claimed_at && method === 'DELETE') throw alreadyUsed();
    // A client that has the same file once more must begin a new upload.
    if (!row || row.claimed_at) throw notFound('upload');
  }

  private translate(request: FastifyRequest, body: Readable, id: string | undefined): Request {
    const { method, headers, raw } = request;
    const url = `http://localhost${this.path}${id === undefined ? '' : `/${encodeURIComponent(id)}`}`;
    const relevant = Object.entries(headers).filter(([name]) => PROTOCOL_HEADERS.has(name)) as [string, string][];
    const hasBody = method === 'PATCH';
    const translated = new Request(url, {
      method,
      headers: relevant,
      ...(hasBody && { body: Readable.toWeb(body) as ReadableStream, duplex: 'half' }),
    });
    // The library ends an upload early when its client disconnects.
    return Object.assign(translated, { runtime: { name: 'node', node: { req: raw } } });
  }

  private getExchange(request: object): Exchange {
    const exchange = this.exchanges.get(request);
    if (!exchange) throw new Error('A request of the tus server has no actor.');
    return exchange;
  }
}

/** Only these headers of a request reach the library; others, such as those of proxies, have no meaning for it. */
const PROTOCOL_HEADERS = new Set([
  'content-length',
  'content-type',
  'tus-resumable',
  'upload-concat',
  'upload-defer-length',
  'upload-length',
  'upload-metadata',
  'upload-offset',
]);

/** Headers of responses that the server sets for all routes. */
const OWN_HEADERS = /^(access-control-|content-length$|content-type$|cache-control$)/;

/** Connects the library to the rows and bytes of uploads. */
class UploadData extends DataStore {
  override extensions = EXTENSIONS;

  constructor(
    private readonly uploads: UploadsService,
    private readonly limits: UploadLimits,
    private readonly storage: UploadStorage,
  ) {
    super();
  }

  override async create(upload: Upload): Promise<Upload> {
    await this.storage.create(upload.id);
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await this.uploads.find(id);
    const offset = row?.finished_at ? row.size : row && (await this.storage.size(id));
    if (!row || offset === undefined) throw notFound('upload');
    const creation_date = new Date(row.expires_at.getTime() - EXPIRY_MS).toISOString();
    return new Upload({ id, size: row.size, offset, metadata: { filename: row.name }, creation_date });
  }

  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const row = await this.uploads.find(id);
    if (!row) throw notFound('upload');
    // A complete upload does not change any more: it may be in use.
    if (row.finished_at) return offset;
    try {
      await this.limits.recordReceived(id, offset);
      const content = offset === 0 ? await requireVideo(source, row.size) : source;
      const received = await this.storage.append(id, offset, this.record(id, offset, content));
      await this.limits.recordReceived(id, received);
      return received;
    } catch (error) {
      const problem = storageError(error);
      // Nothing stays of a refused file, and an upload that does not fit must not occupy the full disk.
      if (problem instanceof DomainError) await this.uploads.remove(id);
      throw problem;
    }
  }

  /** Passes the bytes on, and records them as often as the storage reserves room for more. */
  private async *record(id: string, offset: number, content: Readable): AsyncGenerator<Buffer> {
    let [received, recorded] = [offset, offset];
    for await (const chunk of content.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      received += chunk.length;
      if (received - recorded >= RESERVE_BYTES) await this.limits.recordReceived(id, (recorded = received));
      yield chunk;
    }
  }

  override async remove(id: string): Promise<void> {
    await this.uploads.removeUnused(id);
  }

  override getExpiration(): number {
    return EXPIRY_MS;
  }
}

/** The stream, unless it is certain from its first bytes that it is not a video. */
async function requireVideo(source: Readable, size: number): Promise<Readable> {
  const { mediaType, sampleBytes, content } = await detectMediaType(source);
  // The connection may have broken before enough bytes have arrived; the complete upload is checked again.
  const isSampleComplete = sampleBytes >= Math.min(SAMPLE_BYTES, size);
  try {
    if (isSampleComplete) requireVideoType(mediaType);
    return content;
  } catch (error) {
    content.destroy();
    throw error;
  }
}
