import { formKeysNamedBy } from '../../effects/index.ts';
import { lookupsIn, relationsIn, rollupsIn, type FormLookup } from '../../relations/index.ts';
import type { FormDefinition } from '../../kernel/index.ts';
import type { ServerContext } from '../context.ts';
import { unlessRefused } from '../http/refusal.ts';
import { loadFormWithFacts, loadForm } from './loadForm.ts';
import { publishedVersions } from './store.ts';
import type { Db } from '../store/database.ts';
import type { FactReader } from '../store/facts.ts';

/** Looks up definitions that the same transaction publishes. They take precedence over published definitions. */
export type PendingForms = (formKey: string) => FormDefinition | null;

/**
 * Returns the published definition of a form; null if there is none. With `facts` the number of its version may come
 * from the cache of facts.
 */
export async function publishedForm(
  context: ServerContext,
  db: Db,
  formKey: string,
  facts?: FactReader,
): Promise<FormDefinition | null> {
  const load = facts ? loadFormWithFacts(context, db, formKey, facts) : loadForm(context, db, formKey);
  return (await unlessRefused(load, ['404'], null))?.form.definition ?? null;
}

/** Cache of `directlyRelatedKeys` by definition. */
const directKeysByForm = new WeakMap<FormDefinition, readonly string[]>();

/** Returns the keys of the forms that a definition names in relations, effects, buttons, look-ups and roll-ups. */
function directlyRelatedKeys(definition: FormDefinition): readonly string[] {
  const cached = directKeysByForm.get(definition);
  if (cached) return cached;
  const keys = new Set([
    ...relationsIn(definition).map(({ relation }) => relation.to),
    ...formKeysNamedBy(definition),
    ...lookupsIn(definition).flatMap(({ calls }) => calls.map(({ to }) => to)),
    ...rollupsIn(definition).flatMap(({ rollup }) => rollup.form ?? []),
  ]);
  directKeysByForm.set(definition, [...keys]);
  return [...keys];
}

/** By definition: the keys of the forms that the last call of `relatedForms` for it found. */
const lastRelatedKeys = new WeakMap<FormDefinition, readonly string[]>();

/**
 * Returns the published definitions of all forms that relations, roll-ups, look-ups, effects and buttons of a
 * definition reach, directly or indirectly, and of the forms whose records its printed lists contain. The result also
 * contains the definition itself. Without `facts` the version numbers are read from the database: if this definition
 * was passed before, by one query; otherwise by one query for each level of relations.
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
    const versionByKey = await publishedVersions(db, 'form', keys);
    for (const key of keys) versions.set(key, versionByKey.get(key) ?? null);
  };
  const load = async (key: string): Promise<FormDefinition | null> => {
    const version = versions.get(key);
    if (version === null) return null;
    // a form that was removed since its version was read counts as not published
    return (await unlessRefused(loadForm(context, db, key, version), ['404'], null))?.form.definition ?? null;
  };
  const printedFormKeys = (definition.print?.lists ?? []).map(({ formKey }) => formKey);
  if (!facts) await readVersionsOf(lastRelatedKeys.get(definition) ?? []);
  let nextKeys = [...directlyRelatedKeys(definition), ...printedFormKeys];
  while (nextKeys.length > 0) {
    const keys = [...new Set(nextKeys)].filter((key) => !formsByKey.has(key));
    const unreadKeys = keys.filter((key) => !versions.has(key) && pendingForms(key) === null);
    if (!facts && unreadKeys.length > 0) await readVersionsOf(unreadKeys);
    nextKeys = [];
    for (const key of keys) {
      const target = pendingForms(key) ?? (await (facts ? publishedForm(context, db, key, facts) : load(key)));
      formsByKey.set(key, target);
      if (target) nextKeys.push(...directlyRelatedKeys(target));
    }
  }
  lastRelatedKeys.set(definition, [...formsByKey.keys()]);
  return (formKey) => formsByKey.get(formKey) ?? null;
}
