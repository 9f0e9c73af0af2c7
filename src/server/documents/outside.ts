import { checkNamed, fieldKeys, namesOf, type Named } from '../../kernel/index.ts';
import type { Problem } from '../../domain/problem/index.ts';
import { LIST_ACTIONS } from '../../rules/listNames.ts';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import { loadForm } from './forms.ts';
import type { Beside } from './relationForms.ts';
import type { Db } from '../store/database.ts';

/** Built-in plugins add these; those of other plugins the browser alone knows. */
const ACTIONS: ReadonlySet<string> = new Set([...LIST_ACTIONS, 'openPage']);

async function fieldsOf(
  context: ServerContext,
  db: Db,
  formKey: string,
  beside: Beside,
): Promise<ReadonlySet<string> | null> {
  const given = beside(formKey);
  if (given) return fieldKeys(given.fields);
  try {
    return fieldKeys((await loadForm(context, db, formKey)).form.definition.fields);
  } catch (error) {
    if (error instanceof Refusal && error.code === '404') return null;
    throw error;
  }
}

/** What a document names that this server does not have: published forms, their fields, dictionaries, actions. `beside`: forms that win over those in force. */
export async function outsideProblems(
  context: ServerContext,
  db: Db,
  named: readonly Named[],
  beside: Beside = () => null,
): Promise<Problem[]> {
  const codes = namesOf(named, 'dictionary');
  const known =
    codes.length === 0 ? [] : await db.selectFrom('sys_dict_type').select('code').where('code', 'in', codes).execute();
  const dictionaries = new Set(known.map(({ code }) => code));
  const forms = new Map<string, ReadonlySet<string> | null>();
  for (const formKey of namesOf(named, 'form')) forms.set(formKey, await fieldsOf(context, db, formKey, beside));
  return checkNamed(named, {
    fieldsOf: (formKey) => forms.get(formKey),
    hasDictionary: (code) => dictionaries.has(code),
    hasAction: (name) => ACTIONS.has(name),
  });
}
