export { deleteReferences, storeReferences, type IndexedDocument } from './storeReferences.ts';
export { countUses, findReferringKeys, usesOf, type Target, type Use, type ReferrerKind } from './usesOf.ts';
