import { PassThrough } from 'node:stream';
import { once } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Controller, Get, HttpCode, Post, Req, Res, UseInterceptors } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiOperation, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { IMPORT_ARCHIVE_MAX } from '@hub/shared/limits';
import { missingPermission } from '../../../../platform/access/access.guard.js';
import { Actor } from '../../../../platform/access/actor.js';
import { PermissionDirectory } from '../../../../platform/access/ports.js';
import { CurrentActor, RequirePermission, SignedIn } from '../../../../platform/access/decorators.js';
import { ClientSignal } from '../../../../platform/http/request/request.js';
import { invalid } from '../../../../platform/errors/domain-error.js';
import { AcceptsForm, type Form, FormBody } from '../../../../platform/http/forms/form-body.js';
import { ProblemResponses } from '../../../../platform/errors/problem.dto.js';
import { reportProblem } from '../../../../platform/errors/problem.js';
import { Spool } from '../../../../platform/storage/spool.js';
import { DocumentExporter } from './document-exporter.js';
import { CurrentTexts } from '../../../../platform/language/current-texts.js';
import type { Texts } from '../../../../platform/language/texts.js';
import type { SkippedEntry } from './archive-inspection.js';
import { DocumentImporter, type ImportOptions, type ImportOutcome, type ImportProgress } from './document-importer.js';
import { ImportCanceler } from './import-cancellation.controller.js';
import { type RunStep, TransferInterceptor, TransferLimiter } from './transfer-limiter.js';
import { ImportDocumentsRequest, ImportDocumentsResponse, ImportProgressResponse } from './transfer.dto.js';
import { ZipTree } from './zip-tree.js';

const PROGRESS_MEDIA_TYPE = 'application/x-ndjson';

/** Whether the client wants the progress of a long request as lines of JSON. */
const acceptsProgress = ({ headers }: FastifyRequest): boolean =>
  (headers.accept ?? '').toLowerCase().includes(PROGRESS_MEDIA_TYPE);

/**
 * A response of one JSON object per line. It begins with the first line, so that errors before it have their usual
 * status.
 */
class ProgressLines {
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

const LIMITS =
  'A user can have one import or export at a time; another one gets 429. When too many users import or export, ' +
  'further ones get 503.';

/** Import and export of documents as Markdown files. */
@ApiTags('documents')
@Controller('documents')
@UseInterceptors(TransferInterceptor)
export class TransferController {
  constructor(
    private readonly exporter: DocumentExporter,
    private readonly importer: DocumentImporter,
    private readonly slots: TransferLimiter,
    private readonly cancellation: ImportCanceler,
    private readonly permissions: PermissionDirectory,
    private readonly spool: Spool,
  ) {}

  @Get('export')
  @ApiOperation({
    summary: 'Export documents as a ZIP of Markdown files',
    description:
      'Contains the documents that the requester may see, with front matter, their images and attachments. Links ' +
      `between them are relative, so an import into any hub leads to the same documents. ${LIMITS}`,
  })
  @SignedIn()
  @ApiOkResponse({
    description: 'A ZIP archive, streamed',
    content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
  })
  @ProblemResponses({ 429: 'The user has an import or export running' })
  async exportDocuments(
    @CurrentActor() actor: Actor,
    @Res() reply: FastifyReply,
    @ClientSignal() signal: AbortSignal,
  ): Promise<void> {
    const archive = this.exporter.createArchive(actor, this.stepRunner(signal));
    const name = `documents-${new Date().toISOString().slice(0, 10)}.zip`;
    void reply
      .headers({
        'Content-Type': 'application/zip',
        'Content-Disposition': `attachment; filename="${name}"`,
        'Cache-Control': 'private, no-store',
      })
      .send(archive);
    await once(archive, 'close').catch(() => undefined);
  }

  @Post('import')
  @ApiOperation({
    summary: 'Import documents from a ZIP of Markdown files',
    description:
      'Applies the front matter, stores the images and attachments, and turns links between the files into ' +
      'links of documents. The response lists every skipped file with a reason, and as warnings what of ' +
      'a document was left out or leads nowhere. Front matter is YAML, TOML or JSON. At most 2000 entries and ' +
      '200 MB unpacked, and 200 MB of ' +
      'attachments; an archive that unpacks to more than 10 MB and 100 times its size is refused with ' +
      '413. The import ends when ' +
      'the client closes the connection; the documents created until then remain. Lists show the documents in the ' +
      'order of the files: by front matter (`order`, `sidebar_position`, `nav_order`, `weight`, `position`), ' +
      'numbers before names, and names. A client that accepts `application/x-ndjson` receives the progress: lines ' +
      'with `processed` and `total`, then one with `result` or `problem`. ' +
      'Requires the permission `content.create`. ' +
      LIMITS,
  })
  @HttpCode(200)
  @RequirePermission('content.create')
  @AcceptsForm(ImportDocumentsRequest, {
    archive: { description: 'a ZIP of at most 200 MB', required: true, maxBytes: () => IMPORT_ARCHIVE_MAX },
  })
  @ApiExtraModels(ImportDocumentsResponse, ImportProgressResponse)
  @ApiOkResponse({
    description: 'The created documents and the skipped files',
    content: {
      'application/json': { schema: { $ref: getSchemaPath(ImportDocumentsResponse) } },
      [PROGRESS_MEDIA_TYPE]: { schema: { $ref: getSchemaPath(ImportProgressResponse) } },
    },
  })
  async importDocuments(
    @FormBody(ImportDocumentsRequest) { fields, files }: Form<ImportDocumentsRequest, 'archive'>,
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @ClientSignal() signal: AbortSignal,
  ): Promise<void> {
    if (!files.archive) throw invalid([{ field: 'archive', message: ({ content }) => content.archiveRequired }]);
    const { folder_categories: folderCategories = false, publish = false } = fields;
    if (publish && !actor.can('content.publish'))
      throw await missingPermission(this.permissions, actor, 'content.publish');
    const options = { actor, signal, runStep: this.stepRunner(signal), folderCategories, publish };
    const tree = await ZipTree.open(files.archive.path, this.spool);
    try {
      await this.cancellation.run(actor.userId, async (cancelSignal) => {
        if (acceptsProgress(request)) {
          await this.importWithProgress(tree, { ...options, cancelSignal }, new ProgressLines(reply), request, texts);
          return;
        }
        const result = await this.importer.run(tree, { ...options, cancelSignal });
        await end(tree, request);
        void reply.send(toResponse(result, texts));
      });
    } finally {
      await tree.close();
    }
  }

  /** @throws errors before the first line */
  private async importWithProgress(
    tree: ZipTree,
    options: ImportOptions,
    lines: ProgressLines,
    request: FastifyRequest,
    texts: Texts,
  ): Promise<void> {
    try {
      const onProgress = (progress: ImportProgress) => lines.send(progress);
      const result = await this.importer.run(tree, { ...options, onProgress });
      await end(tree, request);
      lines.send({ result: toResponse(result, texts) });
    } catch (error) {
      if (!lines.hasBegun) throw error;
      await end(tree, request);
      lines.send({ problem: reportProblem(error, request) });
    } finally {
      lines.end();
    }
  }

  private stepRunner(signal: AbortSignal): RunStep {
    return (step) => this.slots.step(step, signal);
  }
}

function toResponse({ skipped, warnings, ...outcome }: ImportOutcome, texts: Texts): ImportDocumentsResponse {
  const toEntry = ({ path, reason }: SkippedEntry) => ({ path, reason: reason(texts) });
  return { ...outcome, skipped: skipped.map(toEntry), warnings: warnings.map(toEntry) };
}

/** Leaves nothing of an import behind before its client gets the outcome. */
async function end(tree: ZipTree, request: FastifyRequest): Promise<void> {
  await tree.close();
  await request.removeFormFiles?.();
  request.endTransfer?.();
}
