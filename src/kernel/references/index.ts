export { mentionsOfDataset, mentionsOfForm, mentionsOfScreen } from './collectDocuments.ts';
export { formInAddress } from './collectEffects.ts';
export { collectNodes, type PickMention, type PlaceOf } from './collectNodes.ts';
export { NO_NAME_CONTEXT, formNameContext, readsOfText, type NameContext } from './readsOfText.ts';
export { REFERENCE_KINDS, type Mention, type Reference, type ReferenceKind, type ReferenceUse } from './mention.ts';
export { resolveMentions, type FindForm } from './resolveMentions.ts';
