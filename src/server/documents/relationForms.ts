import { formsNamed } from '../../effects/index.ts';
import { lookupsIn, relationsIn, rollupsIn, type FormLookup } from '../../relations/index.ts';
import type { FormDefinition } from '../../kernel/index.ts';
import type { ServerContext } from '../context.ts';
import { unlessRefused } from '../http/refusal.ts';
import { loadKnownForm, loadForm } from './loadForm.ts';
import type { Db } from '../store/database.ts';
import type { FactReader } from '../store/facts.ts';

/** Looks up definitions that the same transaction publishes. They take precedence over published definitions. */
export type PendingForms = (formKey: string) => FormDefinition | null;

/** Returns the published definition of a form; null if there is none. With `facts` its version may be cached. */
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
 * Returns the published definitions of all forms that relations, roll-ups, look-ups, effects and buttons of a
 * definition reach, directly or indirectly. Contains the definition itself under its own key.
 */
export async function relatedForms(
  context: ServerContext,
  db: Db,
  definition: FormDefinition,
  pendingForms: PendingForms = () => null,
  facts?: FactReader,
): Promise<FormLookup> {
  const formsByKey = new Map<string, FormDefinition | null>([[definition.formKey, definition]]);
  const queue = [definition];
  for (let currentForm = queue.pop(); currentForm; currentForm = queue.pop()) {
    const keys = [
      ...relationsIn(currentForm).map(({ relation }) => relation.to),
      ...formsNamed(currentForm),
      ...(currentForm === definition ? (currentForm.print?.lists ?? []).map(({ formKey }) => formKey) : []),
      ...lookupsIn(currentForm).flatMap(({ calls }) => calls.map(({ to }) => to)),
      ...rollupsIn(currentForm).flatMap(({ rollup }) => rollup.form ?? []),
    ];
    for (const key of keys) {
      if (formsByKey.has(key)) continue;
      const target = pendingForms(key) ?? (await publishedForm(context, db, key, facts));
      formsByKey.set(key, target);
      if (target) queue.push(target);
    }
  }
  return (formKey) => formsByKey.get(formKey) ?? null;
}
