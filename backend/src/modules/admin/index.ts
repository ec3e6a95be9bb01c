export { adminTables } from './admin.tables.js';
export { AdminModule } from './admin.module.js';
