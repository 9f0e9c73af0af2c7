import { relationsIn, type CompiledForm, type LocatedRelation } from '../../../kernel/index.ts';

const relationsByForm = new WeakMap<CompiledForm, readonly LocatedRelation[]>();

/** The relations of a compiled form, from a cache. */
export function relationsOf(form: CompiledForm): readonly LocatedRelation[] {
  const relations = relationsByForm.get(form) ?? relationsIn(form.definition);
  relationsByForm.set(form, relations);
  return relations;
}
