import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/access/actor.js';
import { CategoriesService } from './categories/categories.service.js';
import type { CreateCategoryRequest } from './categories/categories.dto.js';
import type { CreateDocumentRequest } from './documents/documents.dto.js';
import type { DocumentStatus } from './items/enums.js';
import { DocumentsService } from './documents/documents.service.js';

/** What other modules and the demo content may ask of content. */
@Injectable()
export class ContentFacade {
  constructor(
    private readonly categories: CategoriesService,
    private readonly documents: DocumentsService,
  ) {}

  createCategory(category: CreateCategoryRequest): Promise<string> {
    return this.categories.create(category);
  }

  createDocument(actor: Actor, document: CreateDocumentRequest): Promise<string> {
    return this.documents.create(actor, document);
  }

  setDocumentStatus(actor: Actor, id: string, status: DocumentStatus): Promise<void> {
    return this.documents.setStatus(actor, id, status);
  }
}
