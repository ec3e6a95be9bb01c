export { RolesModule, rolesTables } from './roles.module.js';
export { getRoleName, RolesFacade, type RoleInfo } from './roles.facade.js';
export { permissions, systemRoles } from './role/catalogue.js';
