export { dictionaryRoutes } from './dictionaryRoutes.ts';
export { menuRoutes } from './menuRoutes.ts';
export { menuTree, type ServedRow } from './menus.ts';
export { orgRoutes } from './orgRoutes.ts';
export type { ShippedEntry } from './tables.ts';
export { userRoutes } from './userRoutes.ts';
export { updateDerivedRoles } from './derivedRoles.ts';
export { groupRoutes } from './groupRoutes.ts';
export { pinyinOf } from './pinyin.ts';
export { directoryOf } from './directory.ts';
export { postRoutes } from './postRoutes.ts';
export {
  lockAdministrators,
  refusePrivilegeEscalation,
  refuseOwnRoles,
  requireRemainingAdministrator,
} from './administrators.ts';
export { searchUsers, type UserRow } from './searchUsers.ts';
export { loadDictionary, removeDictionary, saveDictionary, type DictionaryInput } from './dictionaries.ts';
export {
  entriesByCode,
  findPageWithChildren,
  saveByCode,
  removeByCode,
  type PortableEntry,
  type EntryLocalData,
} from './menuByCode.ts';
export { unavailabilityReason } from './unavailablePeople.ts';
