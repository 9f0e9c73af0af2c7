import { relationsIn, type CompiledForm, type PlacedRelation } from '../../../kernel/index.ts';

const relationsByForm = new WeakMap<CompiledForm, readonly PlacedRelation[]>();

/** The relations of a compiled form, from a cache. */
export function relationsOf(form: CompiledForm): readonly PlacedRelation[] {
  const relations = relationsByForm.get(form) ?? relationsIn(form.definition);
  relationsByForm.set(form, relations);
  return relations;
}
