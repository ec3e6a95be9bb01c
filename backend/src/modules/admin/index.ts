export { demoCompletedAt } from './demo-content/demo-content.service.js';
export { AdminModule, adminTables } from './admin.module.js';
