import { relationsIn, type LocatedRelation, fieldsOf, type FormLookup } from '../../../relations/index.ts';
import { companionKey } from '../../../domain/companionKey.ts';
import { hasCompanion, readerOf, type CompiledForm, isTableNode, relationOf } from '../../../kernel/index.ts';
import type { Routes, ServerContext } from '../../context.ts';
import { isDocumentDisabled, loadForm, relatedForms } from '../../documents/index.ts';
import { ok, pageOf } from '../../http/envelope.ts';
import { Refusal } from '../../http/refusal.ts';
import { id, key, listBody, recordListBody, type ListBody, type RecordListBody } from '../../http/schemas.ts';
import { userOf, type RequestUser } from '../../http/user.ts';
import { formRights } from '../../rights/index.ts';
import { visibleColumns, queryRights, sortableNames } from '../list/queryRights.ts';
import { listRecords } from '../list/listRecords.ts';
import { listAsTexts } from '../list/listAsTexts.ts';
import { sumRecords } from '../list/sumRecords.ts';
import { filtersOfRequest, findMeasuredColumn } from '../list/recordsBehind.ts';
import { fieldValuesIn, conditionsIn } from '../list/requestFilters.ts';
import { situationOf } from '../read/situationOf.ts';
import { selectableColumns, loadSelectableRows } from './selectableRows.ts';
import { withDialogs } from './dialogForms.ts';
import { readFilledRows } from './filledRows.ts';
import { readPathValues } from './pathValues.ts';
import { filtersByState } from './inForce.ts';
import { findSelectable, listSelectable, wherePlanOf, type SelectableRecords } from './selectableRecords.ts';
import { resolveTexts } from './resolveTexts.ts';

const nullableObject = { type: 'object', nullable: true } as const;
/** The JSON schema of `RelationSource`. */
const relationSourceSchema = {
  type: 'object',
  nullable: true,
  required: ['formKey', 'field'],
  properties: {
    formKey: key,
    version: { type: 'integer', minimum: 1, nullable: true },
    field: { type: 'string', maxLength: 64 },
    table: { type: 'string', maxLength: 64, nullable: true },
    values: nullableObject,
    row: nullableObject,
  },
} as const;

/**
 * The relation for which a record is picked: its form (without `version` the newest), its field, the sub-table that
 * contains the field (`table`), and the values of the referring record and row.
 */
interface RelationSource {
  formKey: string;
  version?: number | null;
  field: string;
  table?: string | null;
  values?: Record<string, unknown> | null;
  row?: Record<string, unknown> | null;
}

/**
 * The records that may be picked in a request. `located`: the relation for which a record is picked; null: none.
 * `formOf`: returns the forms to which the relations of the target form (`selectable.to`) refer.
 */
interface SelectionRequest {
  selectable: SelectableRecords;
  located: LocatedRelation | null;
  formOf: FormLookup;
}

interface FormRoute {
  Params: { formKey: string };
}

/** Number of ids per list query. */
const BATCH_SIZE = 200;

const params = { type: 'object', properties: { formKey: key } } as const;

/** Returns a function that reads a name in a relation's condition: a value of the referring record or row, or `row`. */
function readerFrom(
  form: CompiledForm,
  user: RequestUser,
  { values: sentValues, row, table }: RelationSource,
): SelectableRecords['read'] {
  const columns = table ? form.tables.get(table)?.columns.map(({ key: column }) => column) : undefined;
  const situation = situationOf({ user, formKey: null, row: null, rules: null, isEdit: true, isTask: false });
  const read = readerOf(
    new Set(form.fields.keys()),
    columns ? new Set(columns) : undefined,
  )({
    values: sentValues ?? {},
    situation,
    ...(row ? { row } : {}),
  });
  return (name) => (name === 'row' ? (row ?? {}) : read(name));
}

/**
 * Returns the records that may be picked for a relation of a published form. Without `source` these are all records of
 * the form `to` that are in force. Refuses with REQUEST_INVALID a field that is not a relation to the form `to`.
 */
async function loadSelectionRequest(
  context: ServerContext,
  user: RequestUser,
  to: string,
  source: RelationSource | null | undefined,
): Promise<SelectionRequest> {
  const { db } = context;
  const target = (await loadForm(context, db, to)).form.definition;
  const formOf = await relatedForms(context, db, target);
  if (!source) return { selectable: { to, plan: null, read: () => undefined }, located: null, formOf };
  const loaded = await loadForm(context, db, source.formKey, source.version || undefined);
  const matches = withDialogs(context, loaded.form).flatMap((form) =>
    relationsIn(form.definition)
      .filter(
        ({ node, table, relation }) =>
          node.__vModel__ === source.field && table === (source.table ?? null) && relation.to === to,
      )
      .map((located) => ({ form, located })),
  );
  const [firstMatch] = matches;
  if (!firstMatch) throw new Refusal('REQUEST_INVALID', { detail: `表单中没有指向此处的关联“${source.field}”` });
  const { form, located } = firstMatch;
  const plan = await wherePlanOf(context, db, form, located);
  return { selectable: { to, plan, read: readerFrom(form, user, source) }, located, formOf };
}

/**
 * Routes for relations. They return the records that may be picked, the values and sub-table rows that a picked record
 * fills in, the records that may be opened, the sums of a list, the records that a number counts, and the records that
 * a text identifies.
 */
export const relationRoutes: Routes = (app, context) => {
  const { db } = context;
  const base = '/api/system/relation';
  const schema = (summary: string, body: object) => ({
    schema: { tags: ['relation'], summary, params, body },
    config: { isReading: true },
  });

  app.post<FormRoute & { Body: (ListBody & { from?: RelationSource | null }) | null }>(
    `${base}/candidates/:formKey`,
    schema('可选的关联记录', { ...listBody, properties: { ...listBody.properties, from: relationSourceSchema } }),
    async (request) => {
      const user = userOf(request);
      const { formKey: to } = request.params;
      const { selectable, located, formOf } = await loadSelectionRequest(context, user, to, request.body?.from);
      const node = (located?.node ?? {}) as PickerKeys;
      const data = request.body?.data;
      const target = (await loadForm(context, db, to)).form.definition;
      const filterNames = node.filters ?? searchedFields(target);
      // columns, filters and the sort that this person may not use are left out below, so that the others still work
      const allColumns = selectableColumns(target, node.columns, formOf, context);
      const names = [...filterNames, ...(node.sort ? [node.sort.field] : []), ...sortableNames(allColumns)];
      const rights = await queryRights(context, db, user, to, names);
      const sort = data?.sort ?? (node.sort && rights.maySortBy(node.sort.field) ? node.sort : null);
      const page = pageOf(request.body);
      const { rows, total, isEstimate } = await listSelectable(context, db, user, selectable, {
        page,
        keyword: data?.keyword ?? '',
        conditions: conditionsIn(data),
        fieldValues: fieldValuesIn(data),
        ...(sort ? { sort } : {}),
      });
      const columns = visibleColumns(allColumns, rights);
      const filters = filterNames.filter(rights.mayFilterBy).flatMap((name) => {
        const field = fieldsOf(target).get(name) ?? null;
        // records in force all have the same state
        if (name === 'flwState' && !filtersByState(selectable.plan)) return [];
        return [{ name, node: field, hasFlow: Boolean(target.flowKey) }];
      });
      return ok({
        formName: target.formName,
        columns,
        filters,
        mayCreate: located !== null && (await mayCreateFrom(context, user, node, target)),
        titleField: titleFieldOf(target),
        rows: await loadSelectableRows(context, db, user, target, columns, rows),
        page: { ...page, total, isEstimate },
      });
    },
  );

  const valuesSchema = {
    type: 'object',
    required: ['id', 'fill'],
    properties: {
      id: { type: 'string', maxLength: 64, nullable: true },
      // isUpdate: leave out values that this person may not see, instead of returning null
      isUpdate: { type: 'boolean' },
      fill: {
        type: 'object',
        maxProperties: 200,
        additionalProperties: {
          type: 'object',
          required: ['name'],
          properties: { name: { type: 'string', maxLength: 200 }, isText: { type: 'boolean' } },
        },
      },
    },
  } as const;
  app.post<
    FormRoute & {
      Body: { id?: string | null; isUpdate?: boolean; fill: Record<string, { name: string; isText?: boolean }> };
    }
  >(`${base}/values/:formKey`, schema('关联记录带出的值', valuesSchema), async (request) => {
    const { id: recordId, isUpdate = false, fill } = request.body;
    const paths = Object.values(fill).map(({ name }) => name);
    const sourceValues = await readPathValues(
      context,
      db,
      userOf(request),
      request.params.formKey,
      recordId ?? '',
      paths,
    );
    const filledValues: Record<string, unknown> = {};
    for (const [target, { name, isText }] of Object.entries(fill)) {
      const source = sourceValues.get(name);
      if (isUpdate && source?.isReadable !== true) continue;
      const isLabelled = source?.end?.node ? hasCompanion(source.end.node, context.vocabulary) : false;
      filledValues[target] = isText && isLabelled ? (source?.label ?? '') : (source?.value ?? null);
      if (!isText) filledValues[companionKey(target)] = source?.label ?? '';
    }
    return ok(filledValues);
  });

  const rowsSchema = {
    type: 'object',
    required: ['from', 'columns'],
    properties: {
      id: { type: 'string', maxLength: 64, nullable: true },
      // `from`, `columns` and `texts`: see `FilledRowsRequest`
      from: { type: 'string', maxLength: 64 },
      columns: { type: 'object', maxProperties: 100, additionalProperties: { type: 'string', maxLength: 64 } },
      texts: { type: 'array', maxItems: 100, items: { type: 'string', maxLength: 64 } },
    },
  } as const;
  app.post<
    FormRoute & { Body: { id?: string | null; from: string; columns: Record<string, string>; texts?: string[] } }
  >(`${base}/rows/:formKey`, schema('关联记录带出的明细', rowsSchema), async (request) => {
    const { id: recordId, from, columns, texts = [] } = request.body;
    const source = { to: request.params.formKey, id: recordId ?? '', from, columns, texts };
    return ok(await readFilledRows(context, db, userOf(request), source));
  });

  const idsSchema = {
    type: 'object',
    required: ['ids'],
    properties: { ids: { type: 'array', maxItems: 500, items: id } },
  } as const;
  app.post<FormRoute & { Body: { ids: string[] } }>(
    `${base}/readable/:formKey`,
    schema('可打开的关联记录', idsSchema),
    async (request) => {
      const readableRecords = await findSelectable(
        context,
        db,
        userOf(request),
        { to: request.params.formKey, plan: null, read: () => undefined },
        [...new Set(request.body.ids)],
        { isAnyReadable: true },
      );
      // a relation shows readable records; the person may open those that are also in the person's own list
      const openableIds = new Set<string | undefined>();
      const readableIds = [...readableRecords.keys()];
      for (let start = 0; start < readableIds.length; start += BATCH_SIZE) {
        const { rows } = await listRecords(context, db, userOf(request), request.params.formKey, {
          page: { pageNum: 1, pageSize: BATCH_SIZE },
          conditions: [{ field: 'id', op: 'in', value: readableIds.slice(start, start + BATCH_SIZE) }],
          isWholeUnit: false,
        });
        for (const record of rows) openableIds.add(record.id);
      }
      return ok(
        [...readableRecords.values()].map((record) => ({
          id: record.id,
          title: record.title,
          flwState: record.flwState,
          mayOpen: openableIds.has(record.id),
        })),
      );
    },
  );

  const sumsSchema = {
    ...recordListBody,
    properties: {
      ...recordListBody.properties,
      fields: { type: 'array', maxItems: 20, items: { type: 'string', maxLength: 64 } },
      // isOwn: true for the records that the route `list` returns, otherwise those of `listNoAuth`
      isOwn: { type: 'boolean' },
    },
  } as const;
  app.post<FormRoute & { Body: (RecordListBody & { fields?: string[]; isOwn?: boolean }) | null }>(
    `${base}/sums/:formKey`,
    schema('列表合计：生效记录的条数与各数字字段之和', sumsSchema),
    async (request) => {
      const data = request.body?.data;
      return ok(
        await sumRecords(
          context,
          db,
          userOf(request),
          request.params.formKey,
          {
            isWholeUnit: request.body?.isOwn !== true,
            keyword: data?.keyword ?? '',
            ...(await filtersOfRequest(context, userOf(request), request.params.formKey, data)),
          },
          request.body?.fields ?? [],
        ),
      );
    },
  );

  app.post<FormRoute & { Body: RecordListBody | null }>(
    `${base}/behind/:formKey`,
    schema('汇总、条数、合计背后的记录', recordListBody),
    async (request) => {
      const data = request.body?.data;
      const { formKey } = request.params;
      return ok(
        await listAsTexts(
          context,
          userOf(request),
          formKey,
          {
            page: pageOf(request.body),
            isWholeUnit: true,
            ...(data?.sort ? { sort: data.sort } : {}),
            ...(await filtersOfRequest(context, userOf(request), formKey, data)),
          },
          await findMeasuredColumn(context, data?.behind),
        ),
      );
    },
  );

  const textsSchema = {
    type: 'object',
    required: ['texts'],
    properties: {
      texts: { type: 'array', maxItems: 500, items: { type: 'string', maxLength: 500 } },
      from: relationSourceSchema,
    },
  } as const;
  app.post<FormRoute & { Body: { texts: string[]; from?: RelationSource | null } }>(
    `${base}/resolve/:formKey`,
    schema('按名称或编号查找关联记录', textsSchema),
    async (request) => {
      const user = userOf(request);
      const { selectable } = await loadSelectionRequest(context, user, request.params.formKey, request.body.from);
      return ok(await resolveTexts(context, db, user, selectable, request.body.texts));
    },
  );
};

/**
 * Checks whether this person may create a record of the target form from the relation. A form with a process is
 * excluded, because a new record is in force only when it is finished, so that the person could not select it yet.
 */
async function mayCreateFrom(
  { db }: ServerContext,
  user: RequestUser,
  node: PickerKeys,
  { formKey, flowKey, access }: CompiledForm['definition'],
): Promise<boolean> {
  if (flowKey || node.mayCreate === '0' || (await isDocumentDisabled(db, 'form', formKey))) return false;
  return (await formRights(db, user, formKey, access)).has('create');
}

/**
 * Returns the field that receives the searched text in a new record: the first field of the title that a person can
 * type in; null if there is none.
 */
function titleFieldOf(target: CompiledForm['definition']): string | null {
  const field = [...fieldsOf(target).values()].find(
    (node) =>
      node.isTitle === '1' &&
      !('serial' in node && node.serial) &&
      !node.computed &&
      !node.rollup &&
      relationOf(node) === null &&
      !isTableNode(node),
  );
  return field?.__vModel__ ?? null;
}

/** The keys of a relation that configure its picking dialog. */
interface PickerKeys {
  columns?: string[];
  filters?: string[];
  sort?: ListSort;
  mayCreate?: string;
}

type ListSort = { field: string; order?: 'asc' | 'desc' };

/** Returns the default filters of the picking dialog: the first four fields of the target form flagged for search. */
const searchedFields = (target: CompiledForm['definition']): string[] =>
  [...fieldsOf(target).values()]
    .filter((node) => node.isSearch === '1' && !isTableNode(node) && node.isHideField !== '1')
    .slice(0, 4)
    .map((node) => node.__vModel__);
