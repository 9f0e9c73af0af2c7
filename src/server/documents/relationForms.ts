import { formsNamed } from '../../effects/index.ts';
import { lookupsIn, relationsIn, rollupsIn, type FormLookup } from '../../relations/index.ts';
import type { FormDefinition } from '../../kernel/index.ts';
import type { ServerContext } from '../context.ts';
import { unlessRefused } from '../http/refusal.ts';
import { loadKnownForm, loadForm } from './loadForm.ts';
import type { Db } from '../store/database.ts';
import type { FactReader } from '../store/facts.ts';

/** Looks up definitions that the same transaction publishes; they take precedence over published ones. */
export type PendingForms = (formKey: string) => FormDefinition | null;

/** The published definition of a form; null without one. With `facts` its version may be cached. */
export async function publishedForm(
  context: ServerContext,
  db: Db,
  formKey: string,
  facts?: FactReader,
): Promise<FormDefinition | null> {
  const load = facts ? loadKnownForm(context, db, formKey, facts) : loadForm(context, db, formKey);
  return (await unlessRefused(load, ['404'], null))?.form.definition ?? null;
}

/**
 * The published definitions of all forms to which relations, roll-ups, look-ups, effects and buttons lead from a
 * definition, directly or indirectly. The definition itself is found under its own key.
 */
export async function relatedForms(
  context: ServerContext,
  db: Db,
  definition: FormDefinition,
  pendingForms: PendingForms = () => null,
  facts?: FactReader,
): Promise<FormLookup> {
  const found = new Map<string, FormDefinition | null>([[definition.formKey, definition]]);
  const queue = [definition];
  for (let next = queue.pop(); next; next = queue.pop()) {
    const keys = [
      ...relationsIn(next).map(({ relation }) => relation.to),
      ...formsNamed(next),
      ...(next === definition ? (next.print?.lists ?? []).map(({ formKey }) => formKey) : []),
      ...lookupsIn(next).flatMap(({ calls }) => calls.map(({ to }) => to)),
      ...rollupsIn(next).flatMap(({ rollup }) => rollup.form ?? []),
    ];
    for (const key of keys) {
      if (found.has(key)) continue;
      const target = pendingForms(key) ?? (await publishedForm(context, db, key, facts));
      found.set(key, target);
      if (target) queue.push(target);
    }
  }
  return (formKey) => found.get(formKey) ?? null;
}
