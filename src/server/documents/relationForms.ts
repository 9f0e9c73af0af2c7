import {
  formsNamed,
  lookupsIn,
  relationsIn,
  rollupsIn,
  type FormDefinition,
  type FormLookup,
} from '../../kernel/index.ts';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import { knownForm, loadForm } from './forms.ts';
import type { Db } from '../store/database.ts';
import type { Ground } from '../store/facts.ts';

/** Forms that are published together with the one in hand, by key. They win over what is published now. */
export type Beside = (formKey: string) => FormDefinition | null;

/** The definition in force of a form, as the request knows it where it has a ground; null: there is none. */
export async function publishedForm(
  context: ServerContext,
  db: Db,
  formKey: string,
  ground?: Ground,
): Promise<FormDefinition | null> {
  try {
    return (await (ground ? knownForm(context, db, formKey, ground) : loadForm(context, db, formKey))).form.definition;
  } catch (error) {
    if (error instanceof Refusal && error.code === '404') return null;
    throw error;
  }
}

/**
 * Every form that relations, roll-ups, look-ups, effects and buttons lead to from a definition, however far, in their newest published versions; the definition
 * itself is found under its own key, as it would be published.
 */
export async function relatedForms(
  context: ServerContext,
  db: Db,
  definition: FormDefinition,
  beside: Beside = () => null,
  ground?: Ground,
): Promise<FormLookup> {
  const found = new Map<string, FormDefinition | null>([[definition.formKey, definition]]);
  const open = [definition];
  for (let next = open.pop(); next; next = open.pop()) {
    const keys = [
      ...relationsIn(next).map(({ relation }) => relation.to),
      ...formsNamed(next),
      ...(next === definition ? (next.print?.lists ?? []).map(({ formKey }) => formKey) : []),
      ...lookupsIn(next).flatMap(({ calls }) => calls.map(({ to }) => to)),
      ...rollupsIn(next).flatMap(({ rollup }) => rollup.form ?? []),
    ];
    for (const key of keys) {
      if (found.has(key)) continue;
      const target = beside(key) ?? (await publishedForm(context, db, key, ground));
      found.set(key, target);
      if (target) open.push(target);
    }
  }
  return (formKey) => found.get(formKey) ?? null;
}
