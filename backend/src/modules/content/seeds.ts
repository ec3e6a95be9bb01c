export type { SeededEngagement } from './engagement/seed/engagement-seeder.js';
export { DocumentHistorySeeder, type SeededHistory } from './documents/seed/document-history-seeder.js';
export { type SeededVideo, VideoSeeder } from './videos/seed/video-seeder.js';
export { seedDocuments } from './documents/seed/document-seed.js';
export { seedVideos } from './videos/seed/video-bulk-seed.js';
export { seedBatches } from './items/seed/seed-items.js';
export { SeedText } from './items/seed/seed-text.js';
export { SeedEntries } from './search/seed/seed-entries.js';
