import { once } from 'node:events';
import { Controller, Get, HttpCode, Post, Res, UseInterceptors } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Actor } from '../../../../platform/access/actor.js';
import { CurrentActor, RequirePermission, SignedIn } from '../../../../platform/access/decorators.js';
import { ClientSignal } from '../../../../platform/http/request/request.js';
import { invalid } from '../../../../platform/http/errors/domain-error.js';
import { AcceptsForm, type Form, FormBody } from '../../../../platform/http/forms/form-body.js';
import { ProblemResponses } from '../../../../platform/http/errors/problem.dto.js';
import { DocumentExport } from './document-export.js';
import { DocumentImport } from './document-import.js';
import { type RunStep, TransferInterceptor, TransferSlots } from './transfer-slots.js';
import { ImportDocumentsResponse } from './transfer.dto.js';
import { MAX_ARCHIVE_BYTES, ZipTree } from './zip-tree.js';

const LIMITS =
  'A user can have one import or export at a time; another one gets 429. When too many users import or export, ' +
  'further ones get 503.';

/** Import and export of documents as Markdown files. */
@ApiTags('documents')
@Controller('documents')
@UseInterceptors(TransferInterceptor)
export class TransferController {
  constructor(
    private readonly exporter: DocumentExport,
    private readonly importer: DocumentImport,
    private readonly slots: TransferSlots,
  ) {}

  @Get('export')
  @ApiOperation({
    summary: 'Export documents as a ZIP of Markdown files',
    description: `Contains the documents that the requester may see, with front matter and their images. ${LIMITS}`,
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
      'Applies the front matter, stores the images, and turns links between the files into links of documents. ' +
      'The response lists every skipped file with a reason. At most 2000 entries and 200 MB unpacked; an archive ' +
      'that unpacks to more than 10 MB and 100 times its size is refused with 413. The import ends when ' +
      'the client closes the connection; the documents created until then remain. ' +
      'Requires the permission `content.create`. ' +
      LIMITS,
  })
  @HttpCode(200)
  @RequirePermission('content.create')
  @AcceptsForm(null, {
    archive: { description: 'a ZIP of at most 200 MB', required: true, maxBytes: () => MAX_ARCHIVE_BYTES },
  })
  @ApiOkResponse({ description: 'The created documents and the skipped files', type: ImportDocumentsResponse })
  async importDocuments(
    @FormBody(null) { files }: Form<object, 'archive'>,
    @CurrentActor() actor: Actor,
    @ClientSignal() signal: AbortSignal,
  ): Promise<ImportDocumentsResponse> {
    if (!files.archive)
      throw invalid([{ field: 'archive', message: 'The archive is required: a ZIP with Markdown files.' }]);
    const tree = await ZipTree.open(files.archive.path);
    try {
      return await this.importer.run(tree, { actor, signal, runStep: this.stepRunner(signal) });
    } finally {
      tree.close();
    }
  }

  private stepRunner(signal: AbortSignal): RunStep {
    return (step) => this.slots.step(step, signal);
  }
}
