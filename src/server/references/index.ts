export { forgetReferences, storeReferences, type IndexedDocument } from './storeReferences.ts';
export { countUses, keysNaming, usesOf, type Target, type Use, type UserKind } from './usesOf.ts';
