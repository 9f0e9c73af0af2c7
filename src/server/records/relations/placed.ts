import { relationsIn, type CompiledForm, type PlacedRelation } from '../../../kernel/index.ts';

const placedOf = new WeakMap<CompiledForm, readonly PlacedRelation[]>();

/** The relations of a compiled form. */
export function relationsOf(form: CompiledForm): readonly PlacedRelation[] {
  const known = placedOf.get(form) ?? relationsIn(form.definition);
  placedOf.set(form, known);
  return known;
}
