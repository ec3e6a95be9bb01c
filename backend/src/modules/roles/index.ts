export { RolesModule, rolesTables } from './roles.module.js';
export { RolesFacade, type RoleInfo } from './roles.facade.js';
export { permissions, systemRoles, type Permission } from './role/catalogue.js';
