export { deleteReferences, storeReferences, type IndexedDocument } from './storeReferences.ts';
export { countUses, keysNaming, usesOf, type Target, type Use, type ReferrerKind } from './usesOf.ts';
