import { isTable, type CompiledField, type CompiledForm, type Row, hasStoredType } from '../../../kernel/index.ts';
import { problem, type Problem } from '../../../domain/problem/index.ts';
import { recompute, recordToValues, toRows, valuesToRecord } from '../../../records/index.ts';
import type { FormRecord } from '../../../grammar/documents.ts';
import type { ServerContext } from '../../context.ts';
import { Refusal } from '../../http/refusal.ts';
import {
  refuseForeignFiles,
  withLabels,
  loadKnown,
  settleLookups,
  sheetsOf,
  type Save,
  situationOf,
  sourceOf,
  strayProblems,
  type RecordValues,
  valuesOf,
  writeRecord,
} from '../../records/index.ts';
import { holdFlow, type OpenFlow } from '../transition/openFlow.ts';
import type { Trx } from '../../store/transaction.ts';
import { nodeOf, type AnswerValue, allTokens, runOf, type RunItem } from '../../flow/index.ts';
import type { Timer } from './dueTimers.ts';
import { note, SYSTEM, SYSTEM_USER } from './history.ts';
import { placeOfTask } from './step.ts';

const ITEM = 'item.';

/** The value at a place of an answer (`data.items.0.price`); undefined where there is none. */
export function valueAt(answer: unknown, from: string): unknown {
  return from === ''
    ? answer
    : from
        .split('.')
        .reduce<unknown>(
          (at, key) =>
            typeof at === 'object' && at !== null && Object.hasOwn(at, key)
              ? (at as Record<string, unknown>)[key]
              : undefined,
          answer,
        );
}

/** As the field stores it: services write numbers as texts and the other way round. */
function fitted({ valueType }: CompiledField, value: unknown): unknown {
  if (valueType === 'double' && typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)))
    return Number(value);
  if (valueType === 'string' && (typeof value === 'number' || typeof value === 'boolean')) return String(value);
  return value;
}

interface Written {
  values: RecordValues;
  problems: Problem[];
  paths: string[];
}

/** The record with the values of an answer in it; what is missing or does not fit its field is named. */
function written(
  form: CompiledForm,
  stored: RecordValues,
  answers: readonly AnswerValue[],
  answer: unknown,
  run: { item: RunItem; table: string } | null,
): Written {
  const fieldsMap: Record<string, unknown> = { ...stored.fieldsMap };
  const childTables: Record<string, Row[]> = Object.fromEntries(
    Object.entries(stored.childTables).map(([key, rows]) => [key, toRows(rows)]),
  );
  const problems: Problem[] = [];
  const paths: string[] = [];
  for (const { field: key, from } of answers) {
    const table = run ? form.tables.get(run.table) : undefined;
    const rows = table ? (childTables[table.key] ?? []) : [];
    const index = key.startsWith(ITEM) ? rows.findIndex(({ id }) => id === run?.item.key) : -1;
    const field = key.startsWith(ITEM)
      ? table?.columns.find((column) => column.key === key.slice(ITEM.length))
      : form.fields.get(key);
    const label = field?.node.label || key;
    const path =
      index < 0 ? ['fieldsMap', key] : ['childTables', table?.key ?? '', String(index), 'fieldsMap', field?.key ?? ''];
    if (!field || isTable(field) || field.compute || (key.startsWith(ITEM) && index < 0)) {
      problems.push(problem('VALUE_UNKNOWN', path, { label }));
      continue;
    }
    const value = valueAt(answer, from);
    // what an answer leaves out is a mistake of the settings or of the service; an explicit null empties the field
    if (value === undefined) {
      problems.push(problem('VALUE_REQUIRED', path, { label: `${label}（对方答复中的 ${from}）` }));
      continue;
    }
    const next = fitted(field, value);
    if (!hasStoredType(field.node, next ?? undefined)) {
      problems.push(problem('VALUE_TYPE', path, { label }));
      continue;
    }
    paths.push(path.join('.'));
    const row = rows[index];
    if (row && table)
      childTables[table.key] = rows.map((one) =>
        one === row ? { ...row, fieldsMap: { ...row.fieldsMap, [field.key]: next } } : one,
      );
    else fieldsMap[field.key] = next;
  }
  return { values: { fieldsMap, childTables } as RecordValues, problems, paths };
}

const refuse = (problems: readonly Problem[]): never => {
  throw new Refusal('RECORD_INVALID', { count: problems.length }, { problems });
};

/**
 * What a service answered, taken into the record as the node says: judged as a person's values are, computed values and
 * texts written, the past kept. Answers the process with the record as it is now. Refuses with RECORD_INVALID and
 * the places, and with 403 whoever names a file that is not for them.
 */
export async function withAnswers(
  context: ServerContext,
  trx: Trx,
  open: OpenFlow,
  timer: Timer,
  answer: unknown,
): Promise<OpenFlow> {
  const { instance, row, loaded, flow } = open;
  const node = nodeOf(flow.definition, timer.node_id);
  const answers = node.call?.answers ?? [];
  const tokens = allTokens(instance.tokens);
  const token = tokens.find(({ id }) => id === timer.token);
  if (answers.length === 0 || !token) return open;
  const { form } = loaded;
  const stored = valuesOf(row);
  const item = runOf(tokens, token);
  const repeat = item && flow.definition.nodes[item.scope]?.repeat;
  const {
    values: sent,
    problems,
    paths,
  } = written(form, stored, answers, answer, repeat ? { item, table: repeat.over } : null);
  if (problems.length > 0) refuse(problems);
  const situation = situationOf({ user: SYSTEM_USER, formKey: null, row, rules: null, isEdit: false, isTask: false });
  const after = recordToValues(sent, form);
  const lookedUp = await settleLookups(context, trx, SYSTEM_USER, form, situation, {
    stored: recordToValues(stored, form),
    after: [after],
  });
  const computed = recompute(form, after, lookedUp);
  const wasWritten = ({ path }: Problem): boolean => paths.some((each) => `${path.join('.')}.`.startsWith(`${each}.`));
  const scope = { values: computed, situation };
  const unfit = [...form.fields.values()]
    .flatMap((field) =>
      field.validate(computed[field.key], scope).map((one): Problem => ({ ...one, path: pathOf(field, one) })),
    )
    .filter((one) => wasWritten(one) && one.code !== 'VALUE_REQUIRED');
  const kept = valuesToRecord(computed, form);
  const save: Save = {
    stored,
    sent,
    values: {
      fieldsMap: { ...sent.fieldsMap, ...kept.fieldsMap },
      childTables: { ...sent.childTables, ...kept.childTables } as FormRecord['childTables'],
    },
  };
  const known = await loadKnown(
    trx,
    sheetsOf(form, save, (field) => sourceOf(field) !== null),
  );
  const strays = await strayProblems(form, save, situation, known, () => Promise.resolve(stored));
  const wrong = [...unfit, ...strays.filter(wasWritten)];
  if (wrong.length > 0) refuse(wrong);
  // who throws a message gets at nobody's file by naming it; a service is the operator's word
  if (open.user.id !== SYSTEM_USER.id) await refuseForeignFiles(context, trx, open, stored, save.values);
  await writeRecord(
    trx,
    { loaded, flow, row, user: SYSTEM_USER },
    {
      values: withLabels(form, save, known),
      flwState: row.flw_state,
      taskNode: row.task_node,
      action: 'call',
      node: node.name,
    },
  );
  await note(trx, instance, {
    node: placeOfTask({ node_id: node.id, node_name: node.name, item_label: item?.label ?? null }),
    by: SYSTEM,
    action: 'called',
    opinion: '',
    detail: `返回值存入 ${answers.map(({ field }) => labelOf(form, field, repeat?.over)).join('、')}`,
  });
  return (await holdFlow(context, trx, SYSTEM_USER, row.id)) ?? open;
}

/** Where a problem of a field's value is in the record. */
function pathOf(field: CompiledField, { path }: Problem): Problem['path'] {
  if (!isTable(field)) return ['fieldsMap', field.key, ...path];
  const [row, column, ...rest] = path;
  return row === undefined
    ? ['childTables', field.key]
    : ['childTables', field.key, row, 'fieldsMap', ...(column === undefined ? [] : [column]), ...rest];
}

function labelOf(form: CompiledForm, key: string, table: string | undefined): string {
  const field = key.startsWith(ITEM)
    ? form.tables.get(table ?? '')?.columns.find((column) => column.key === key.slice(ITEM.length))
    : form.fields.get(key);
  return `“${field?.node.label || key}”`;
}
