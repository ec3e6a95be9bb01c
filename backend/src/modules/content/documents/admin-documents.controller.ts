import { Body, Controller, Delete, Param, Put } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, SignedIn } from '../../../platform/access/decorators.js';
import { notFound } from '../../../platform/http/domain-error.js';
import { isId } from '../../../platform/http/ids.js';
import { MessageResponse } from '../../../platform/http/message.dto.js';
import { ProblemResponses } from '../../../platform/http/problem.dto.js';
import { DocumentResponse, UpdateDocumentRequest } from './documents.dto.js';
import { DocumentsQueries } from './documents.queries.js';
import { DocumentsService } from './documents.service.js';

/** The specification puts edits under /admin, but they are for authors as well: the policy decides per document. */
@ApiTags('documents')
@Controller('admin/documents')
export class AdminDocumentsController {
  constructor(
    private readonly documents: DocumentsService,
    private readonly queries: DocumentsQueries,
  ) {}

  /** Saves an edit; what is omitted stays. For the author and for holders of content.edit_any. */
  @Put(':id')
  @SignedIn()
  @ApiOkResponse({ type: DocumentResponse })
  @ProblemResponses(400, 403, 404, 409)
  async updateDocument(@Param('id') id: string, @Body() body: UpdateDocumentRequest, @CurrentActor() actor: Actor): Promise<DocumentResponse> {
    if (!isId(id)) throw notFound('This document');
    await this.documents.update(actor, id, body);
    const document = await this.queries.find(id, actor);
    if (!document) throw notFound('This document');
    return document;
  }

  /** Deletes a document for good. For the author and for holders of content.delete_any. */
  @Delete(':id')
  @SignedIn()
  @ApiOkResponse({ type: MessageResponse })
  @ProblemResponses(403, 404)
  async deleteDocument(@Param('id') id: string, @CurrentActor() actor: Actor): Promise<MessageResponse> {
    if (!isId(id)) throw notFound('This document');
    await this.documents.remove(actor, id);
    return { message: 'Document deleted successfully!' };
  }
}
