import { isTable, type CompiledField, type CompiledForm, type Row, hasStoredType } from '../../../kernel/index.ts';
import { problem, type Problem } from '../../../domain/problem/index.ts';
import { recompute, recordToValues, toRows, valuesToRecord } from '../../../records/index.ts';
import type { FormRecord } from '../../../grammar/documents.ts';
import type { ServerContext } from '../../context.ts';
import { Refusal } from '../../http/refusal.ts';
import {
  refuseUnreadableFiles,
  withLabels,
  loadOptionLookup,
  withLookedUpValues,
  valueGroupsOf,
  type Save,
  situationOf,
  optionSourceOf,
  findInvalidOptions,
  type RecordValues,
  valuesOf,
  writeRecord,
} from '../../records/index.ts';
import { lockFlow, type LockedFlow } from '../transition/lockFlow.ts';
import type { Trx } from '../../store/transaction.ts';
import { nodeOf, type AnswerValue, allTokens, PROCESS_SCOPE, runOfEvent, type RunItem } from '../../flow/index.ts';
import type { Timer } from './dueTimers.ts';
import { addHistoryEntry, SYSTEM, SYSTEM_USER } from './history.ts';
import { nodeWithDisplayName } from './stepTypes.ts';
import { storeUrgency } from './urgency.ts';

const ITEM_PREFIX = 'item.';

/** Returns the value at a path of an answer (`data.items.0.price`); undefined if it is missing. */
export function valueAt(answer: unknown, path: string): unknown {
  if (path === '') return answer;
  let value = answer;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

/** Converts a value to the field's type, because services may send numbers as texts and texts as numbers. */
function toFieldType({ valueType }: CompiledField, value: unknown): unknown {
  if (valueType === 'double' && typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)))
    return Number(value);
  if (valueType === 'string' && (typeof value === 'number' || typeof value === 'boolean')) return String(value);
  return value;
}

interface AppliedAnswer {
  values: RecordValues;
  problems: Problem[];
  /** The paths of the changed values within the record, joined by dots. */
  paths: string[];
}

/**
 * Returns the record with the values of `answer` stored in the fields that `mappings` names. Missing values, unknown
 * fields, and values that do not fit their field become problems. `repeat`: the innermost run of a repeated sub-process
 * around the node, and what this sub-process is repeated for (`over`: the key of a sub-table if it runs once per row);
 * null if the node is in no such run.
 */
function applyAnswer(
  form: CompiledForm,
  stored: RecordValues,
  mappings: readonly AnswerValue[],
  answer: unknown,
  repeat: { run: RunItem; over: string } | null,
): AppliedAnswer {
  const fieldsMap: Record<string, unknown> = { ...stored.fieldsMap };
  const childTables: Record<string, Row[]> = Object.fromEntries(
    Object.entries(stored.childTables).map(([key, rows]) => [key, toRows(rows)]),
  );
  const problems: Problem[] = [];
  const paths: string[] = [];
  for (const { field: key, from: answerPath } of mappings) {
    const table = repeat ? form.tables.get(repeat.over) : undefined;
    const rows = table ? (childTables[table.key] ?? []) : [];
    const index = key.startsWith(ITEM_PREFIX) ? rows.findIndex(({ id }) => id === repeat?.run.key) : -1;
    const field = key.startsWith(ITEM_PREFIX)
      ? table?.columns.find((column) => column.key === key.slice(ITEM_PREFIX.length))
      : form.fields.get(key);
    const label = field?.node.label || key;
    const path =
      index < 0 ? ['fieldsMap', key] : ['childTables', table?.key ?? '', String(index), 'fieldsMap', field?.key ?? ''];
    if (!field || isTable(field) || field.compute || (key.startsWith(ITEM_PREFIX) && index < 0)) {
      problems.push(problem('VALUE_UNKNOWN', path, { label }));
      continue;
    }
    const value = valueAt(answer, answerPath);
    // a missing value is an error of the settings or the service, but an explicit null empties the field
    if (value === undefined) {
      problems.push(problem('VALUE_REQUIRED', path, { label: `${label}（对方答复中的 ${answerPath}）` }));
      continue;
    }
    const convertedValue = toFieldType(field, value);
    if (!hasStoredType(field.node, convertedValue ?? undefined)) {
      problems.push(problem('VALUE_TYPE', path, { label }));
      continue;
    }
    paths.push(path.join('.'));
    const row = rows[index];
    if (row && table)
      childTables[table.key] = rows.map((current) =>
        current === row ? { ...row, fieldsMap: { ...row.fieldsMap, [field.key]: convertedValue } } : current,
      );
    else fieldsMap[field.key] = convertedValue;
  }
  return { values: { fieldsMap, childTables } as RecordValues, problems, paths };
}

const refuseInvalid = (problems: readonly Problem[]): never => {
  throw new Refusal('RECORD_INVALID', { count: problems.length }, { problems });
};

/**
 * Stores the values of a service's answer or a message in the record. Validates them like a person's input, updates
 * computed values, labels and the urgency, and logs the change. `timer`: the row of `flw_timer` for the service call or
 * the awaited message. Returns the locked process with the updated record; its user stays the same. Returns
 * `lockedFlow` itself if the node stores no values or its token is missing. Refuses invalid values with RECORD_INVALID
 * and their paths, and a file that the sender may not use with 403.
 */
export async function storeAnswers(
  context: ServerContext,
  trx: Trx,
  lockedFlow: LockedFlow,
  timer: Timer,
  answer: unknown,
): Promise<LockedFlow> {
  const { instance, row, loaded, flow } = lockedFlow;
  const node = nodeOf(flow.definition, timer.node_id);
  /** The values of the answer that are stored, and their fields. */
  const mappings = node.call?.answers ?? [];
  const tokens = allTokens(instance.tokens);
  const hasToken = tokens.some(({ id }) => id === timer.token);
  // an event sub-process at the top level belongs to the process itself, not to a token
  if (mappings.length === 0 || (!hasToken && timer.token !== PROCESS_SCOPE)) return lockedFlow;
  const { form } = loaded;
  const stored = valuesOf(row);
  const run = runOfEvent(node, tokens, timer.token);
  const repeat = run && flow.definition.nodes[run.subProcessId]?.repeat;
  const {
    values: sent,
    problems,
    paths,
  } = applyAnswer(form, stored, mappings, answer, repeat ? { run, over: repeat.over } : null);
  if (problems.length > 0) refuseInvalid(problems);
  const situation = situationOf({ user: SYSTEM_USER, formKey: null, row, rules: null, isEdit: false, isTask: false });
  const sentValues = recordToValues(sent, form);
  const situationWithLookups = await withLookedUpValues(context, trx, SYSTEM_USER, form, situation, {
    stored: recordToValues(stored, form),
    newStates: [sentValues],
  });
  const computedValues = recompute(form, sentValues, situationWithLookups);
  const isInAnswer = ({ path }: Problem): boolean =>
    paths.some((answerPath) => `${path.join('.')}.`.startsWith(`${answerPath}.`));
  const scope = { values: computedValues, situation };
  // only the values of the answer are validated; like other values, they may empty a field that is required
  const invalidValues = [...form.fields.values()]
    .flatMap((field) =>
      field
        .validate(computedValues[field.key], scope)
        .map((valueProblem): Problem => ({ ...valueProblem, path: pathOf(field, valueProblem) })),
    )
    .filter((valueProblem) => isInAnswer(valueProblem) && valueProblem.code !== 'VALUE_REQUIRED');
  const computedRecord = valuesToRecord(computedValues, form);
  const save: Save = {
    stored,
    sent,
    values: {
      fieldsMap: { ...sent.fieldsMap, ...computedRecord.fieldsMap },
      childTables: { ...sent.childTables, ...computedRecord.childTables } as FormRecord['childTables'],
    },
  };
  const optionLookup = await loadOptionLookup(
    trx,
    valueGroupsOf(form, save, (field) => optionSourceOf(field) !== null),
  );
  const invalidOptions = await findInvalidOptions(form, save, situation, optionLookup, () => Promise.resolve(stored));
  const allProblems = [...invalidValues, ...invalidOptions.filter(isInAnswer)];
  if (allProblems.length > 0) refuseInvalid(allProblems);
  // a person must not get access to other people's files by sending their ids, but services are trusted
  if (lockedFlow.user.id !== SYSTEM_USER.id) await refuseUnreadableFiles(context, trx, lockedFlow, stored, save.values);
  const values = withLabels(form, save, optionLookup);
  await writeRecord(
    trx,
    { loaded, flow, row, user: SYSTEM_USER },
    {
      values,
      flwState: row.flw_state,
      taskNode: row.task_node,
      action: 'call',
      actionNode: node.name,
    },
  );
  await storeUrgency(trx, row.id, form, context.vocabulary, values);
  await addHistoryEntry(trx, instance, {
    node: nodeWithDisplayName({ node_id: node.id, node_name: node.name, item_label: run?.label ?? null }),
    actor: SYSTEM,
    action: 'called',
    opinion: '',
    detail: `返回值存入 ${mappings.map(({ field }) => labelOf(form, field, repeat?.over)).join('、')}`,
  });
  return (await lockFlow(context, trx, lockedFlow.user, row.id)) ?? lockedFlow;
}

/** Returns the path, within the record, of a problem with a field's value. */
function pathOf(field: CompiledField, { path }: Problem): Problem['path'] {
  if (!isTable(field)) return ['fieldsMap', field.key, ...path];
  const [row, column, ...rest] = path;
  return row === undefined
    ? ['childTables', field.key]
    : ['childTables', field.key, row, 'fieldsMap', ...(column === undefined ? [] : [column]), ...rest];
}

/** Returns the label, in quotes, of a field or (`item.key`) of a column. `table`: key of the column's sub-table. */
function labelOf(form: CompiledForm, key: string, table: string | undefined): string {
  const field = key.startsWith(ITEM_PREFIX)
    ? form.tables.get(table ?? '')?.columns.find((column) => column.key === key.slice(ITEM_PREFIX.length))
    : form.fields.get(key);
  return `“${field?.node.label || key}”`;
}
