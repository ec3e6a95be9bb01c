export { rolesTables } from './roles.tables.js';
export { RolesModule } from './roles.module.js';
export { RolesFacade, type RoleInfo } from './roles.facade.js';
export { permissions, systemRoles, type Permission } from './role/catalogue.js';
