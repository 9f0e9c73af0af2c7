import {
  compileEffectExpression,
  buttonLocationsOf,
  recordPrefixFields,
  parseEffectExpression,
  readsRecordState,
  type FormAction,
} from '../../effects/index.ts';
import type { FormDefinition, Vocabulary } from '../../kernel/index.ts';
import type { FormRecord } from '../../grammar/documents.ts';
import { isAdministrator } from '../../rules/permission.ts';
import type { SituationUser } from '../../rules/situation.ts';

/** Returns true if the user's roles permit a button. */
export const isPermitted = ({ roles }: FormAction, user: SituationUser): boolean =>
  roles === undefined || isAdministrator(user) || roles.some((role) => user.roles.includes(role));

/** Returns the buttons of a form at a location that the user's roles permit. */
export const actionsAt = (
  { actions = [] }: FormDefinition,
  location: 'row' | 'selection' | 'page' | 'task',
  user: SituationUser,
): FormAction[] =>
  actions.filter((action) => buttonLocationsOf(action).includes(location) && isPermitted(action, user));

type Condition = (record: FormRecord, user: SituationUser) => boolean;

const conditionCache = new WeakMap<FormAction, Condition | null>();

/**
 * Returns the condition of a button, which reads only the record and the user; null if it reads related records, which
 * only the server can do.
 */
function conditionOf(action: FormAction, definition: FormDefinition, vocabulary: Vocabulary): Condition | null {
  const cached = conditionCache.get(action);
  if (cached !== undefined) return cached;
  const names = { definition, prefixes: { row: recordPrefixFields(definition) }, formOf: () => null, vocabulary };
  const parsedCondition = parseEffectExpression(action.when ?? 'true', names, 'bool');
  const evaluate = parsedCondition.problems.length > 0 ? null : compileEffectExpression(parsedCondition);
  const condition = evaluate
    ? (record: FormRecord, user: SituationUser): boolean => {
        const { fieldsMap, flwState = '0', childTables: _rows, ...systemColumns } = record;
        const scope: Record<string, unknown> = { ...systemColumns, flwState, flowState: flwState, ...fieldsMap, user };
        return evaluate((name) => (name === 'row' || name === 'form' ? scope : scope[name])) === true;
      }
    : null;
  conditionCache.set(action, condition);
  return condition;
}

/**
 * Returns true if a button is shown to a user for a record. For a voided record, only buttons whose condition reads the
 * state of the record are shown. A condition that only the server can evaluate counts as true here: the server checks
 * the condition when the button is clicked.
 */
export function isButtonShown(
  action: FormAction,
  record: FormRecord,
  definition: FormDefinition,
  vocabulary: Vocabulary,
  user: SituationUser,
): boolean {
  if (record.flwState === '4' && !readsRecordState(action.when ?? '')) return false;
  return conditionOf(action, definition, vocabulary)?.(record, user) ?? true;
}
