export { ContentModule } from './content.module.js';
export { ContentFacade } from './content.facade.js';
export { documentCreated, documentDeleted, documentStatusChanged } from './content.events.js';
export { Category } from './categories/category.entity.js';
export { ContentItem } from './items/content-item.entity.js';
export { Document } from './documents/document.entity.js';
