export { mentionsOfDataset, mentionsOfForm, mentionsOfScreen } from './collectDocuments.ts';
export { formInAddress } from './collectEffects.ts';
export { aroundForm, collectNodes, readsOfText, type Around, type PlaceOf } from './collectNodes.ts';
export { REFERENCE_KINDS, type Mention, type Reference, type ReferenceKind, type ReferenceUse } from './mention.ts';
export { resolveMentions, type FindForm } from './resolveMentions.ts';
