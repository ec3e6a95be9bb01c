import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

export const PROGRESS_MEDIA_TYPE = 'application/x-ndjson';

/** Whether the client wants the progress of a long request as lines of JSON. */
export const acceptsProgress = ({ headers }: FastifyRequest): boolean =>
  (headers.accept ?? '').toLowerCase().includes(PROGRESS_MEDIA_TYPE);

/**
 * A response of one JSON object per line. It begins with the first line, so that errors before it have their usual
 * status.
 */
export class ProgressLines {
  hasBegun = false;
  private readonly lines = new PassThrough();

  constructor(private readonly reply: FastifyReply) {}

  send(line: object): void {
    if (!this.hasBegun) {
      this.hasBegun = true;
      void this.reply
        .headers({
          'Content-Type': PROGRESS_MEDIA_TYPE,
          'Cache-Control': 'private, no-store',
          // nginx would collect the lines.
          'X-Accel-Buffering': 'no',
        })
        .send(this.lines);
    }
    if (!this.lines.destroyed) this.lines.write(`${JSON.stringify(line)}\n`);
  }

  end(): void {
    this.lines.end();
  }
}
