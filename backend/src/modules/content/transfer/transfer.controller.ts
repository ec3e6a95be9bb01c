import { Controller, Get, HttpCode, Post, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, RequirePermission, SignedIn } from '../../../platform/access/decorators.js';
import { invalid } from '../../../platform/http/domain-error.js';
import { AcceptsForm, type Form, FormBody } from '../../../platform/http/form-body.js';
import { DocumentExport } from './document-export.js';
import { DocumentImport } from './document-import.js';
import { ImportDocumentsResponse } from './transfer.dto.js';
import { ARCHIVE_BYTES, ZipTree } from './zip-tree.js';

/** Documents as files, in and out. */
@ApiTags('documents')
@Controller('documents')
export class TransferController {
  constructor(
    private readonly exporter: DocumentExport,
    private readonly importer: DocumentImport,
  ) {}

  @Get('export')
  @ApiOperation({
    summary: 'All documents the asking person may see, as a ZIP of Markdown files with front matter and their images',
  })
  @SignedIn()
  @ApiOkResponse({
    description: 'a ZIP, written while it is sent',
    content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
  })
  exportDocuments(@CurrentActor() actor: Actor, @Res() reply: FastifyReply): void {
    const name = `documents-${new Date().toISOString().slice(0, 10)}.zip`;
    void reply
      .headers({
        'Content-Type': 'application/zip',
        'Content-Disposition': `attachment; filename="${name}"`,
        'Cache-Control': 'private, no-store',
      })
      .send(this.exporter.archive(actor));
  }

  @Post('import')
  @ApiOperation({
    summary: 'Makes documents of the Markdown files in a ZIP',
    description:
      'Front matter is obeyed, images are stored, links between the files lead to the documents. Every file that is passed over is named with the reason; at most 2000 entries, 200 MB unpacked.',
  })
  @HttpCode(200)
  @RequirePermission('content.create')
  @AcceptsForm(null, {
    archive: { description: 'a ZIP of at most 200 MB', required: true, maxBytes: () => ARCHIVE_BYTES },
  })
  @ApiOkResponse({ type: ImportDocumentsResponse })
  async importDocuments(
    @FormBody(null) { files }: Form<object, 'archive'>,
    @CurrentActor() actor: Actor,
  ): Promise<ImportDocumentsResponse> {
    if (!files.archive)
      throw invalid([{ field: 'archive', message: 'The archive is required: a ZIP with Markdown files.' }]);
    const tree = await ZipTree.open(files.archive.path);
    try {
      return await this.importer.run(tree, { actor });
    } finally {
      tree.close();
    }
  }
}
