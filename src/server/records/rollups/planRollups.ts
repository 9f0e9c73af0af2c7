import { createHash } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import { type Problem, problem, underPath } from '../../../domain/problem/index.ts';
import {
  TESTED_RECORD,
  fieldsOf,
  keptKeys,
  rollupOf,
  rollupTypes,
  sourceField,
  sourceOfRollup,
  type Rollup,
  type RollupSource,
} from '../../../relations/index.ts';
import { columnKind, hasSeveralValues, type ColumnKind } from '../../../records/index.ts';
import { companionKey } from '../../../domain/companionKey.ts';
import {
  formTypesOf,
  isTable,
  isTableNode,
  relationOf,
  valueTypeOf,
  type CompiledField,
  type CompiledForm,
  type Vocabulary,
} from '../../../kernel/index.ts';
import { readsIn, type ValueType } from '../../../expressions/index.ts';
import { asText, withoutNull, translate, type SqlScope, type SqlValue } from '../../celSql/index.ts';
import type { Db } from '../../store/database.ts';
import { inForceSql } from '../relations/inForce.ts';
import { countKey, CREATION_TIME, sqlTextOf, sumKey, type KeptPlan, type RollupPlan } from './plan.ts';
import {
  expressionValue,
  ROW_ALIAS,
  recordColumn,
  rowColumn,
  rowsOf,
  systemValue,
  type FoundColumn,
  type PlannedForm,
} from './sourceColumns.ts';

/** The inputs of planning. `db` is used only to compile SQL, not to run statements. */
export interface PlanContext {
  db: Db;
  vocabulary: Vocabulary;
  /** Returns a source form of roll-ups, with its tables; null if the form was never published. */
  formOf(formKey: string): PlannedForm | null;
}

/**
 * The plans of the kept fields by key. A field that cannot be planned has a plan with `isWaiting`. `problems` contains
 * the reasons that lie in its condition or formula; a missing source form, field or sub-table is no problem.
 */
export interface KeptPlans {
  plans: Map<string, KeptPlan>;
  problems: readonly Problem[];
}

/** Returns the number of decimals that the definition sets for a field; null if it sets none. */
const digitsOf = ({ node }: CompiledField): number | null =>
  'precision' in node && typeof node.precision === 'number' ? node.precision : null;

/**
 * Returns a column of the source: of the row if the roll-up reads rows and the row has the field, otherwise of the
 * record.
 */
const sourceColumn = (source: PlannedForm, { table }: Rollup, key: string): FoundColumn | null =>
  (table === null ? null : rowColumn(source, table, key)) ?? recordColumn(source, key, 'frm_record');

/** Returns the condition of a roll-up as SQL over its source; null: the roll-up has no condition. */
function whereOf(
  source: PlannedForm,
  sourceNodes: RollupSource,
  rollup: Rollup,
  { vocabulary }: PlanContext,
): { ok: true; sql: RawBuilder<unknown> | null } | { ok: false; problems: readonly Problem[] } {
  if (rollup.where === '') return { ok: true, sql: null };
  const types = rollupTypes(sourceNodes, vocabulary);
  const typeOf = (key: string, isRow: boolean): ValueType => {
    const node = isRow ? sourceNodes.columns?.get(key) : fieldsOf(sourceNodes.form).get(key);
    return node ? valueTypeOf(node, vocabulary) : 'string';
  };
  const scope: SqlScope = {
    today: '',
    read: ([name, key = '', ...rest]) => {
      if (rest.length > 0) return null;
      if (name === 'row' && rollup.table !== null) {
        const column = rowColumn(source, rollup.table, key);
        return column && expressionValue(column, typeOf(key, true));
      }
      if (name !== TESTED_RECORD) return null;
      const column = recordColumn(source, key, 'frm_record');
      return column ? expressionValue(column, typeOf(key, false)) : systemValue(key, 'frm_record');
    },
  };
  const result = translate(rollup.where, types, scope, 'bool');
  return result.ok ? { ok: true, sql: withoutNull(result.value) } : result;
}

/** Checks whether a condition reads the record's state. A roll-up with such a condition does not apply `inForceSql`. */
const filtersByState = (where: string): boolean =>
  where !== '' && readsIn(where).members.some(([root, name]) => root === TESTED_RECORD && name === 'flwState');

/**
 * Returns the text of a source's value, for a roll-up that is stored as text: the stored label if its column is in the
 * first of the tables that hold the columns of the form or sub-table (`part` 1), otherwise the value as text.
 */
function sourceTextSql(source: PlannedForm, rollup: Rollup, column: FoundColumn): RawBuilder<unknown> {
  const recordField = rollup.table === null ? source.form.fields.get(rollup.of) : undefined;
  const label = recordField?.hasCompanion
    ? source.tables?.main.columns.find(({ key, kind }) => key === companionKey(rollup.of) && kind === 'text')
    : undefined;
  if (label && label.part === 1) return sql.ref(`frm_record.${label.name}`);
  const rowField =
    rollup.table === null
      ? undefined
      : source.form.tables.get(rollup.table)?.columns.find(({ key }) => key === rollup.of);
  const rows = rollup.table === null ? undefined : source.tables?.rows.get(rollup.table);
  const rowLabel = rowField?.hasCompanion
    ? rows?.columns.find(({ key, kind }) => key === companionKey(rollup.of) && kind === 'text')
    : undefined;
  if (rowLabel && rowLabel.part === 1) return sql.ref(`${ROW_ALIAS}.${rowLabel.name}`);
  if (column.kind === 'number') return sql`trim_scale(${column.ref})::text`;
  return sql`nullif(${asText(expressionValue(column, 'string'))}, '')`;
}

/** Returns the first 12 hexadecimal digits of a hash of these texts. */
const hash = (parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\u0000')).digest('hex').slice(0, 12);

/** Returns the column as SQL without the name of its table. */
function unqualifiedColumn(db: Db, column: FoundColumn): RawBuilder<unknown> {
  const text = column.ref.compile(db).sql;
  return sql.raw(text.slice(text.lastIndexOf('.') + 1));
}

/**
 * Returns the columns that follow the relation's column in the index of `sourceIndexOf`. With them the index yields the
 * sources of a record in the order in which `first`, `last`, `list`, `min` or `max` reads them. Empty if no such order
 * is needed or possible.
 */
function furtherIndexColumns(db: Db, source: PlannedForm, rollup: Rollup): RawBuilder<unknown> {
  const isOrdered = ['first', 'last', 'list'].includes(rollup.fn);
  const key = isOrdered ? rollup.by : rollup.of;
  if (isOrdered && key === '') return sql`, create_time, id`;
  const hasLookup = isOrdered || ['min', 'max'].includes(rollup.fn);
  if (!hasLookup || key === '' || rollup.table !== null) return sql``;
  const column = recordColumn(source, key, 'frm_record');
  // a text may be too long for an index entry
  if (!column || column.part !== 1 || column.kind === 'text' || hasSeveralValues(column.kind)) return sql``;
  // for `last` the order must be the order that `descendingOrder` returns
  return rollup.fn === 'last'
    ? sql`, ${unqualifiedColumn(db, column)} desc nulls last, id desc`
    : sql`, ${unqualifiedColumn(db, column)}, id`;
}

/**
 * Returns the index that finds the sources of one record. `parent`: the column of the relation that refers to the
 * record. Returns null if the sources are rows of the record itself, if the source form has no tables yet, and if the
 * column is in a further table (`part` above 1).
 */
function sourceIndexOf(
  db: Db,
  source: PlannedForm,
  rollup: Rollup,
  parent: FoundColumn,
  isMultiple: boolean,
): RollupPlan['index'] {
  const { tables } = source;
  if (!tables || rollup.form === null || parent.part !== 1) return null;
  const isRowParent = rollup.table !== null && rowColumn(source, rollup.table, rollup.via) !== null;
  const rows = isRowParent && rollup.table !== null ? tables.rows.get(rollup.table) : undefined;
  const table = isRowParent ? rows?.name : tables.main.name;
  if (!table) return null;
  if (isMultiple) return describeIndex(db, table, sql`using gin (${unqualifiedColumn(db, parent)})`);
  const order = isRowParent ? sql`` : furtherIndexColumns(db, source, rollup);
  return describeIndex(db, table, sql`(${unqualifiedColumn(db, parent)}${order})`);
}

/** Returns the description of an index, with a name that is derived from its table and columns. */
function describeIndex(db: Db, table: string, columns: RawBuilder<unknown>): RollupPlan['index'] {
  const storedColumns = sqlTextOf(db, columns);
  return { table, name: `frm_ru_${hash([table, storedColumns.text])}`, columns: storedColumns };
}

/**
 * Plans one roll-up over an existing source form. Problems concern the condition and have empty paths. A failure
 * without problems means that the source lacks a field or sub-table.
 */
function planRollup(
  target: PlannedForm,
  field: CompiledField,
  rollup: Rollup,
  source: PlannedForm,
  context: PlanContext,
): { ok: true; plan: RollupPlan; needsLock: boolean } | { ok: false; problems: readonly Problem[] } {
  const { db } = context;
  const sourceNodes = sourceOfRollup(target.form.definition, rollup, () => source.form.definition);
  const rows = rollup.table === null ? undefined : source.tables?.rows.get(rollup.table);
  if (!sourceNodes) return { ok: false, problems: [] };
  const where = whereOf(source, sourceNodes, rollup, context);
  if (!where.ok) return where;
  const via = rollup.form === null ? null : sourceField(sourceNodes, rollup.via);
  const isMultiple = via ? relationOf(via)?.isMultiple === true : false;
  const parent = rollup.form === null ? null : sourceColumn(source, rollup, rollup.via);
  const valueColumn = rollup.of === '' ? null : sourceColumn(source, rollup, rollup.of);
  const orderColumn = rollup.by === '' ? null : sourceColumn(source, rollup, rollup.by);
  if ((rollup.form !== null && !parent) || (rollup.of !== '' && !valueColumn) || (rollup.by !== '' && !orderColumn))
    return { ok: false, problems: [] };
  const main = sql.id(source.tables?.main.name ?? 'frm_record');
  const rowTable = sql.id(rows?.name ?? 'frm_record');
  const readsState = filtersByState(rollup.where);
  const conditions = [
    ...(rollup.form === null || readsState ? [] : [inForceSql(source.form.definition)]),
    ...(where.sql ? [where.sql] : []),
  ];
  const isText = rollup.fn === 'list' || columnKind(field) === 'text';
  const value = valueColumn && (isText ? sourceTextSql(source, rollup, valueColumn) : valueColumn.ref);
  const keptNames = keptKeys(source.form.definition);
  const reads = [rollup.of, rollup.by, ...(rollup.where === '' ? [] : readsIn(rollup.where).memberNames)];
  return {
    ok: true,
    needsLock: [parent, valueColumn, orderColumn].some((column) => (column?.part ?? 1) > 1),
    plan: {
      form: rollup.form,
      fn: rollup.fn,
      from: sqlTextOf(
        db,
        rollup.table === null
          ? sql`${main} as frm_record`
          : sql`${rowTable} as ${sql.raw(ROW_ALIAS)} join ${main} as frm_record on frm_record.id = ${sql.raw(ROW_ALIAS)}.record_id`,
      ),
      parent: sqlTextOf(db, parent?.ref ?? sql`frm_record.id`),
      isMultiple,
      counts: sqlTextOf(db, conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)),
      value: value && sqlTextOf(db, value),
      order: sqlTextOf(
        db,
        sql`${orderColumn?.ref ?? sql.raw(CREATION_TIME)}, frm_record.id${rollup.table === null ? sql`` : sql`, ${sql.raw(ROW_ALIAS)}.row_id`}`,
      ),
      readsKept: [...new Set(reads)].filter((key) => keptNames.has(key) && !sourceNodes.columns?.has(key)),
      readsState,
      index: parent ? sourceIndexOf(db, source, rollup, parent, isMultiple) : null,
    },
  };
}

/** Returns the value of a formula as SQL for a column of this kind; null if the value does not fit the kind. */
function formulaSql(kind: ColumnKind | null, value: SqlValue): RawBuilder<unknown> | null {
  if (kind === 'text') return value.kind === 'list' ? null : asText(value);
  const hasSameKind =
    (kind === 'number' && value.kind === 'number') ||
    (kind === 'date' && value.kind === 'date') ||
    (kind === 'timestamp' && value.kind === 'time');
  return hasSameKind ? value.sql : null;
}

/** Returns the formula of a kept field as SQL over `p` and `k` (`KeptPlan.formula`). Problems have empty paths. */
function planFormula(
  target: PlannedForm,
  field: CompiledField,
  { vocabulary }: PlanContext,
): { ok: true; formula: RawBuilder<unknown>; needsLock: boolean } | { ok: false; problems: readonly Problem[] } {
  const { definition } = target.form;
  const { user: _user, taskNode: _node, flowState: _state, ...types } = formTypesOf(definition.fields, vocabulary).form;
  const fields = fieldsOf(definition);
  const typeOf = (key: string): ValueType => {
    const node = fields.get(key);
    return node ? valueTypeOf(node, vocabulary) : 'dyn';
  };
  let needsLock = false;
  const scope: SqlScope = {
    today: '',
    read: (path) => {
      const [key = '', ...rest] = path[0] === 'form' && !fields.has('form') ? path.slice(1) : path;
      if (rest.length > 0) return null;
      const column = recordColumn(target, key, 'p', ({ name }) => sql.ref(`k.${name}`));
      needsLock ||= (column?.part ?? 1) > 1;
      return column && expressionValue(column, typeOf(key));
    },
    rows: (path) => {
      const key = (path[0] === 'form' && !fields.has('form') ? path.slice(1) : path).join('.');
      const table = fields.get(key);
      if (!table || !isTableNode(table)) return null;
      needsLock = true;
      const columns = target.form.tables.get(key)?.columns ?? [];
      return rowsOf(target, key, 'p', (name) => columns.find((column) => column.key === name)?.valueType ?? 'dyn');
    },
  };
  const kind = columnKind(field);
  const result = translate(field.node.computed ?? '', types, scope, field.valueType);
  if (!result.ok) return result;
  const { value } = result;
  const formula = formulaSql(kind, value);
  if (formula === null)
    return {
      ok: false,
      problems: [
        problem('DOC_EXPRESSION_SQL', [], { detail: '读取汇总的公式，结果应为数字或文本，且与本字段的类型相同' }),
      ],
    };
  return { ok: true, formula, needsLock };
}

/** Plans every kept field of a form. Problems have schema paths in the definition of the form. */
export function planKept(target: PlannedForm, context: PlanContext): KeptPlans {
  const plans = new Map<string, KeptPlan>();
  const problems: Problem[] = [];
  const nameOf = (key: string): string | null => target.tables?.kept.find((column) => column.key === key)?.name ?? null;
  for (const key of keptKeys(target.form.definition)) {
    const field = target.form.fields.get(key);
    const kind = field && !isTable(field) ? columnKind(field) : null;
    if (!field || kind === null) continue;
    const rollup = rollupOf(field.node);
    const commonProperties = {
      kind,
      digits: digitsOf(field),
      column: target.tables?.kept.filter((column) => column.key === key && column.kind === kind).at(-1)?.name ?? '',
      sum: rollup && ['sum', 'avg'].includes(rollup.fn) ? nameOf(sumKey(key)) : null,
      count: rollup?.fn === 'avg' ? nameOf(countKey(key)) : null,
    };
    if (!rollup) {
      const planResult = planFormula(target, field, context);
      if (!planResult.ok) problems.push(...underPath([...field.path, 'computed'], planResult.problems));
      plans.set(key, {
        ...commonProperties,
        rollup: null,
        formula: planResult.ok ? sqlTextOf(context.db, planResult.formula) : null,
        isWaiting: !planResult.ok,
        needsLock: planResult.ok && planResult.needsLock,
      });
      continue;
    }
    const source = rollup.form === null ? target : context.formOf(rollup.form);
    const planResult = source && planRollup(target, field, rollup, source, context);
    if (planResult && !planResult.ok)
      problems.push(...underPath([...field.path, 'rollup', 'where'], planResult.problems));
    plans.set(key, {
      ...commonProperties,
      rollup: planResult?.ok ? planResult.plan : null,
      formula: null,
      isWaiting: !planResult?.ok,
      needsLock: planResult?.ok ? planResult.needsLock : false,
    });
  }
  return { plans, problems };
}

/**
 * Returns the columns that the kept fields of a form need: the value and, for sums and averages, the additional
 * columns.
 */
export function wantedKeptColumns(form: CompiledForm): { key: string; kind: KeptPlan['kind'] }[] {
  return [...keptKeys(form.definition)].flatMap((key) => {
    const field = form.fields.get(key);
    const kind = field && !isTable(field) ? columnKind(field) : null;
    if (!field || kind === null) return [];
    const fn = rollupOf(field.node)?.fn;
    return [
      { key, kind },
      ...(fn === 'sum' || fn === 'avg' ? [{ key: sumKey(key), kind: 'number' as const }] : []),
      ...(fn === 'avg' ? [{ key: countKey(key), kind: 'number' as const }] : []),
    ];
  });
}
