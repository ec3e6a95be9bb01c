export { AdminModule, adminTables } from './admin.module.js';
