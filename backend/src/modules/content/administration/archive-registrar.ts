import { Injectable } from '@nestjs/common';
import { DocumentWorkflowService } from '../documents/document-workflow.service.js';
import { SubtreeService } from '../tree/subtree.service.js';
import { VideoWorkflowService } from '../videos/video-workflow.service.js';

/** Tells the tree how each kind is archived with a page above it. Videos have no archive: they become drafts. */
@Injectable()
export class ArchiveRegistrar {
  constructor(subtrees: SubtreeService, documents: DocumentWorkflowService, videos: VideoWorkflowService) {
    subtrees.registerArchive('document', (actor, id) => documents.archiveWithChildren(actor, id));
    subtrees.registerArchive('video', (actor, id) => videos.setStatus(actor, id, 'DRAFT'));
  }
}
