import {
  compileScoped,
  buttonLocationsOf,
  recordGroup,
  scopedText,
  type FormAction,
  type FormDefinition,
  type Vocabulary,
} from '../../kernel/index.ts';
import type { FormRecord } from '../../grammar/documents.ts';
import { isAdministrator } from '../../rules/permission.ts';
import type { SituationUser } from '../../rules/situation.ts';

/** The buttons of a form at a place that are this person's by their roles. */
export const actionsAt = (
  { actions = [] }: FormDefinition,
  place: 'row' | 'selection' | 'page' | 'task',
  user: SituationUser,
): FormAction[] =>
  actions.filter(
    (action) =>
      buttonLocationsOf(action).includes(place) &&
      (action.roles === undefined || isAdministrator(user) || action.roles.some((role) => user.roles.includes(role))),
  );

const conditions = new WeakMap<FormAction, ((record: FormRecord) => boolean) | null>();

/** What a page can judge by the record alone; null: the condition goes through relations, which only the server knows. */
function conditionOf(
  action: FormAction,
  definition: FormDefinition,
  vocabulary: Vocabulary,
): ((record: FormRecord) => boolean) | null {
  const known = conditions.get(action);
  if (known !== undefined) return known;
  const names = { definition, groups: { row: recordGroup(definition) }, formOf: () => null, vocabulary };
  const scoped = scopedText(action.when ?? 'true', names, 'bool');
  const holds = scoped.problems.length > 0 ? null : compileScoped(scoped);
  const condition = holds
    ? (record: FormRecord): boolean => {
        const { fieldsMap, flwState = '0', childTables: _rows, ...system } = record;
        const all: Record<string, unknown> = { ...system, flwState, ...fieldsMap };
        return holds((name) => (name === 'row' || name === 'form' ? all : all[name])) === true;
      }
    : null;
  conditions.set(action, condition);
  return condition;
}

/** Whether a button is shown beside a record. The server decides again when it is pressed. */
export function isShown(
  action: FormAction,
  record: FormRecord,
  definition: FormDefinition,
  vocabulary: Vocabulary,
): boolean {
  if (record.flwState === '4' && !(action.when ?? '').includes('flwState')) return false;
  return conditionOf(action, definition, vocabulary)?.(record) ?? true;
}
