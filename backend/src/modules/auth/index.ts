export { AuthModule, authTables } from './auth.module.js';
export {
  type CategoryReader,
  type CategoryRules,
  selectClosedCategories,
  isCategoryModerated,
  isCategoryOpenToAll,
  isCategoryReadable,
  isCategoryWritable,
  openToAllSql,
  toCategoryReader,
} from './groups/category-access.js';
export { CategoryReadersQueries, isCategoryReadableBy, type MovedContent } from './groups/category-readers.queries.js';
export {
  CategoryAccessService,
  type CategoryNode,
  type DescribedRules,
  hasRules,
} from './groups/category-access.service.js';
export { CategoryNamesRegistry } from './groups/category-names.registry.js';
export {
  canModerateCategory,
  canReadCategory,
  canWriteCategory,
  type CategoryLimits,
  type CategoryScope,
  requireWritableCategory,
  selectCategoryLimits,
  selectCategoryScope,
  joinCategoryLimits,
  selectRestrictedTo,
} from './groups/category-scope.js';
export { GroupsService } from './groups/groups.service.js';
export { AuthFacade } from './auth.facade.js';
export { type SignInFigures, signInHealth } from './credentials/login-throttle.js';
export { hashPassword, matchesPassword } from './credentials/passwords.js';
export { createToken, hashToken } from './tokens/one-time-tokens.service.js';
export { userErased, userRegistered, userRoleChanged } from './users/user.events.js';
export { registrationMode } from './registration-settings.js';
export { SetupService } from './setup/setup.service.js';
export { type SearchableUser, UsersFacade, type Recipient } from './users.facade.js';
