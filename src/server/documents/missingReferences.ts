import { buttonKeys, checkExternalNames, fieldKeys, namesOfKind, type ExternalName } from '../../references/index.ts';
import { fieldsOf } from '../../relations/index.ts';
import { holdsArea, holdsNumber, type FormDefinition } from '../../kernel/index.ts';
import type { Problem } from '../../domain/problem/index.ts';
import { LIST_ACTIONS } from '../../rules/listNames.ts';
import type { ServerContext } from '../context.ts';
import { publishedForm, type PendingForms } from './relationForms.ts';
import type { Db } from '../store/database.ts';

/** Actions of the built-in plugins. Actions of other plugins are known only in the browser. */
const ACTIONS: ReadonlySet<string> = new Set([...LIST_ACTIONS, 'openPage']);

/**
 * Reports names that this server does not have: published forms, their fields, dictionaries, actions. `pendingForms`
 * take precedence over published forms.
 */
export async function findMissingReferences(
  context: ServerContext,
  db: Db,
  references: readonly ExternalName[],
  pendingForms: PendingForms = () => null,
): Promise<Problem[]> {
  const codes = namesOfKind(references, 'dictionary');
  const dictionaryRows =
    codes.length === 0 ? [] : await db.selectFrom('sys_dict_type').select('code').where('code', 'in', codes).execute();
  const dictionaries = new Set(dictionaryRows.map(({ code }) => code));
  const forms = new Map<string, FormDefinition | null>();
  for (const formKey of namesOfKind(references, 'form'))
    forms.set(formKey, pendingForms(formKey) ?? (await publishedForm(context, db, formKey)));
  const namesIn = (formKey: string, keysOf: (form: FormDefinition) => ReadonlySet<string>) => {
    const form = forms.get(formKey);
    return form && keysOf(form);
  };
  return checkExternalNames(references, {
    fieldsOf: (formKey) => namesIn(formKey, ({ fields }) => fieldKeys(fields)),
    holds: (formKey, name, content) => {
      const form = forms.get(formKey);
      const field = form && fieldsOf(form).get(name);
      // a system column, such as the time of creation, holds neither
      if (!field) return form ? false : undefined;
      return (content === 'area' ? holdsArea : holdsNumber)(field, context.vocabulary);
    },
    buttonsOf: (formKey) => namesIn(formKey, buttonKeys),
    hasDictionary: (code) => dictionaries.has(code),
    hasAction: (name) => ACTIONS.has(name),
  });
}
