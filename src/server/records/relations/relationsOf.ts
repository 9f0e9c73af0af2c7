import { relationsIn, type LocatedRelation } from '../../../relations/index.ts';
import type { CompiledForm } from '../../../kernel/index.ts';

const relationsByForm = new WeakMap<CompiledForm, readonly LocatedRelation[]>();

/** Returns the relations of a compiled form, from a cache. */
export function relationsOf(form: CompiledForm): readonly LocatedRelation[] {
  const relations = relationsByForm.get(form) ?? relationsIn(form.definition);
  relationsByForm.set(form, relations);
  return relations;
}
