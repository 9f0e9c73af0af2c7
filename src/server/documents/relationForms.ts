import { formKeysNamedBy } from '../../effects/index.ts';
import { lookupsIn, relationsIn, rollupsIn, type FormLookup } from '../../relations/index.ts';
import type { FormDefinition } from '../../kernel/index.ts';
import type { ServerContext } from '../context.ts';
import { unlessRefused } from '../http/refusal.ts';
import { loadKnownForm, loadForm } from './loadForm.ts';
import { publishedVersions } from './store.ts';
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

/** The keys of the forms that a definition names in relations, effects, buttons, look-ups and roll-ups. */
const namedForms = new WeakMap<FormDefinition, readonly string[]>();

function formsNamedBy(definition: FormDefinition): readonly string[] {
  const cached = namedForms.get(definition);
  if (cached) return cached;
  const keys = new Set([
    ...relationsIn(definition).map(({ relation }) => relation.to),
    ...formKeysNamedBy(definition),
    ...lookupsIn(definition).flatMap(({ calls }) => calls.map(({ to }) => to)),
    ...rollupsIn(definition).flatMap(({ rollup }) => rollup.form ?? []),
  ]);
  namedForms.set(definition, [...keys]);
  return [...keys];
}

/** The keys of the forms that `relatedForms` last found for a definition. */
const lastFound = new WeakMap<FormDefinition, readonly string[]>();

/**
 * Returns the published definitions of all forms that relations, roll-ups, look-ups, effects and buttons of a
 * definition reach, directly or indirectly. Contains the definition itself under its own key. Without `facts` the
 * numbers of the versions are read from the database: all of them in one query when this definition was asked for
 * before, else in one query for each step away from the definition.
 */
export async function relatedForms(
  context: ServerContext,
  db: Db,
  definition: FormDefinition,
  pendingForms: PendingForms = () => null,
  facts?: FactReader,
): Promise<FormLookup> {
  const formsByKey = new Map<string, FormDefinition | null>([[definition.formKey, definition]]);
  const versions = new Map<string, number | null>();
  const readVersionsOf = async (keys: readonly string[]): Promise<void> => {
    const read = await publishedVersions(db, 'form', keys);
    for (const key of keys) versions.set(key, read.get(key) ?? null);
  };
  const load = async (key: string): Promise<FormDefinition | null> => {
    const version = versions.get(key);
    if (version === null) return null;
    return (await loadForm(context, db, key, version)).form.definition;
  };
  const printed = (definition.print?.lists ?? []).map(({ formKey }) => formKey);
  if (!facts) await readVersionsOf(lastFound.get(definition) ?? []);
  let step = [...formsNamedBy(definition), ...printed];
  while (step.length > 0) {
    const keys = [...new Set(step)].filter((key) => !formsByKey.has(key));
    const unread = keys.filter((key) => !versions.has(key) && pendingForms(key) === null);
    if (!facts && unread.length > 0) await readVersionsOf(unread);
    step = [];
    for (const key of keys) {
      const target = pendingForms(key) ?? (await (facts ? publishedForm(context, db, key, facts) : load(key)));
      formsByKey.set(key, target);
      if (target) step.push(...formsNamedBy(target));
    }
  }
  lastFound.set(definition, [...formsByKey.keys()]);
  return (formKey) => formsByKey.get(formKey) ?? null;
}
