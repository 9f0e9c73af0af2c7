import { type FormDefinition, isTableNode, walkNodes } from '../../kernel/index.ts';
import { type Problem, hasErrors, type Path, warning } from '../../domain/problem/index.ts';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import { formChecks } from './extensions.ts';
import { type PendingForms, publishedForm } from './relationForms.ts';
import { readForm } from './readForm.ts';
import type { Db } from '../store/database.ts';
import {
  buttonKeys,
  checkExternalNames,
  fieldHolds,
  fieldKeys,
  namesOfKind,
  type ExternalName,
} from '../../references/index.ts';
import { LIST_ACTIONS } from '../../rules/listNames.ts';
import { registrationList } from '../registration.ts';

/** Actions of the built-in plugins. Actions of other plugins are known only in the browser. */
const ACTIONS: ReadonlySet<string> = new Set([...LIST_ACTIONS, 'openPage']);

/**
 * Reports references to published forms, fields, dictionaries and actions that this server does not have, and
 * references to fields whose values do not have the required content. `pendingForms` take precedence over published
 * forms.
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
      return form ? fieldHolds(form, name, content, context.vocabulary) : undefined;
    },
    buttonsOf: (formKey) => namesIn(formKey, buttonKeys),
    hasDictionary: (code) => dictionaries.has(code),
    hasAction: (name) => ACTIONS.has(name),
  });
}

export interface CheckedForm {
  /** Null when the text is not a form. */
  definition: FormDefinition | null;
  problems: Problem[];
}

/** The text of a form, in any dialect. Its key and name are replaced by `formKey` and `formName`. */
export interface FormText {
  formKey: string;
  formName?: string;
  content: string;
  /** Definitions that the same transaction publishes. */
  pendingForms?: PendingForms;
}

/**
 * Returns all problems of a form's text: problems that the parser and the registered checks (`formChecks`) find, option
 * calls without a route, and names that this server does not have.
 */
export async function checkForm(
  context: ServerContext,
  db: Db,
  { formKey, formName, content, pendingForms }: FormText,
): Promise<CheckedForm> {
  const parsed = await readForm(content, context.vocabulary, { formKey, ...(formName ? { formName } : {}) });
  if (!parsed.ok) return { definition: null, problems: [...parsed.problems] };
  const checkProblems = checkOptionCalls(context, parsed.value);
  for (const check of formChecks.registeredFor(context))
    checkProblems.push(...(await check(context, db, parsed.value, pendingForms)));
  return {
    definition: parsed.value,
    problems: [
      ...parsed.problems,
      ...checkProblems,
      ...(await findMissingReferences(context, db, parsed.externalNames, pendingForms)),
    ],
  };
}

const countErrors = (problems: readonly Problem[]): number =>
  problems.filter((problem) => problem.level === 'error').length;

/** Refuses with DOC_DRAFT_ONLY if one of the problems is an error. */
export function refuseErrors(problems: readonly Problem[]): void {
  if (hasErrors(problems)) throw new Refusal('DOC_DRAFT_ONLY', { count: countErrors(problems) }, { problems });
}

/**
 * Functions that return whether this server has a route for a call, registered with the routes. If none is registered,
 * option calls are not checked.
 */
export const routeMatchers = registrationList<(method: string, path: string) => boolean>();

interface RemoteOptions {
  isRemote?: unknown;
  resourseApi?: unknown;
  resourseApiType?: unknown;
  required?: unknown;
  label?: string;
  __vModel__?: string;
}

/** Warns of fields whose options can never be loaded, because this server has no route for their call. */
function checkOptionCalls(context: ServerContext, definition: FormDefinition): Problem[] {
  const matchers = routeMatchers.registeredFor(context);
  if (matchers.length === 0) return [];
  const problemsOf = (node: object, path: Path): Problem[] => {
    const {
      isRemote,
      resourseApi: url,
      resourseApiType: method,
      required,
      label,
      __vModel__: key,
    } = node as RemoteOptions;
    if (isRemote !== '1' || typeof url !== 'string' || url === '') return [];
    const address = `/api${(url.split('?')[0] ?? '').replace(/\$\{[^}]*\}/g, 'x')}`;
    const hasRoute = matchers.some((isMatch) => isMatch(String(method || 'get').toUpperCase(), address));
    const detail = required === true ? '此项必填，记录将无法保存' : '将没有选项可选';
    return hasRoute ? [] : [warning('DOC_OPTION_CALL', [...path, 'resourseApi'], { label: label || key, url, detail })];
  };
  return [...walkNodes(definition.fields)].flatMap(({ node, path }) => [
    ...problemsOf(node, path),
    ...(isTableNode(node)
      ? node.children.flatMap((column, index) => problemsOf(column, [...path, 'children', index]))
      : []),
  ]);
}
