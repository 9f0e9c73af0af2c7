import { relationOf } from '../../kernel/index.ts';
import type { DatasetDetail } from '../../domain/dataset.ts';
import type { ServerContext } from '../context.ts';
import type { Page } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import { userOf, type RequestUser } from '../http/user.ts';
import type { ResultRow } from './statement/groupingSetSql.ts';
import {
  figuresOf,
  withoutTrailingZeros,
  createQuestion,
  groupingSetOf,
  type DatasetRequest,
  type Figure,
} from './datasetQuestion.ts';
import { compileStatement } from './statement/compileStatement.ts';
import type { SqlValue } from '../celSql/index.ts';
import { endOfDetail } from './statement/details.ts';
import type { Grouping } from './statement/groupings.ts';
import { detailName, detailText, groupName, groupValueLabel, precisionOf } from './labels.ts';
import { findVisiblePart } from './visiblePart.ts';
import { requiredFigures, ROW_GROUP, type Part } from './datasetPart.ts';
import { markIfManyStoredValues } from './statement/manyStoredValues.ts';
import { loadEnabledDataset, type LoadedDataset } from './publishDataset.ts';
import { runStatement, type Requester } from './runStatement.ts';
import type { Question } from './statement/scan.ts';
import { endOfDatasetPath, sourceOf, type PathEnd } from './datasetShape.ts';
import { loadNamesOfGroups, readableTitles } from './groupTitles.ts';

/** A ledger's request to a dataset. */
export interface LinesRequest extends Omit<DatasetRequest, 'figures' | 'sort'> {
  /** Selects only records that contain this text in a detail or group. */
  keyword?: string | null;
  /** `field`: key of a shown column. Without `order` the order is descending. */
  sort?: { field: string; order?: 'asc' | 'desc' | null } | null;
}

/** A column of a ledger other than a figure: a detail of the record, or a group. */
export interface LineHead {
  key: string;
  label: string;
  isNumber: boolean;
  /** Number of decimal places. */
  precision?: number;
  /** Key of the form whose records the values of the column refer to. */
  to?: string;
}

export interface LineCell {
  value: string | null;
  /** The text to display. */
  text: string;
  /** Set if `value` is the id of a record of the form `LineHead.to`, and this person may read that record. */
  isOpen?: true;
}

export interface LinesAnswer {
  datasetKey: string;
  name: string;
  version: number;
  /** True if this person may see records of the form beyond their own. */
  maySee: boolean;
  /** The form to which the records of the rows belong. */
  formKey: string;
  heads: LineHead[];
  figures: Figure[];
  rows: {
    /** Unique key of the row. */
    key: string;
    /** The record that the row shows; null: the row is a group. */
    recordId: string | null;
    /**
     * The value of each group in this row, by the key of the group: with these values the records of the row are
     * listed. Empty if the row is a record.
     */
    keys: Record<string, string>;
    /** The values of `heads`. */
    cells: LineCell[];
    /** The values of `figures`. */
    values: (string | null)[];
  }[];
  /** The values of `figures` over all records, not only over the records of the page. */
  sums: (string | null)[];
  page: Page & { total: number };
  /** Number of all rows if the dataset's `limit` cuts rows off; otherwise null. */
  ofAll: number | null;
}

/**
 * Returns the part of a dataset that a ledger needs. Its first grouping set gives the rows (records or groups), its
 * last one the sums over all rows. Without groups and details it has a single set, which gives one row and the sums.
 */
function ledgerPart(question: Question, linesRequest: LinesRequest): Part {
  const { definition } = question;
  const { details = [], groupBy = [] } = definition;
  const showsRecords = details.length > 0 && !linesRequest.by;
  const rowSet = showsRecords ? [0] : groupingSetOf(question, linesRequest.by);
  return {
    groups: showsRecords ? [ROW_GROUP] : groupBy,
    ...requiredFigures(definition, null),
    sets: rowSet.length > 0 ? [rowSet, []] : [rowSet],
    details: showsRecords ? details : [],
    ...(linesRequest.keyword?.trim() ? { keyword: linesRequest.keyword.trim() } : {}),
  };
}

/**
 * Returns the requested order of the rows; null for the order of the dataset. `part`: `requestedPart` without the
 * details, measures and columns that are hidden from this person. Refuses with REQUEST_INVALID if `requestedPart` does
 * not contain the sort key, and with 403 if only `part` does not contain it.
 */
function sortOf(linesRequest: LinesRequest, requestedPart: Part, part: Part): NonNullable<Part['lines']>['sort'] {
  const { sort } = linesRequest;
  if (!sort) return null;
  const keysOf = ({ groups, measures, columns, details = [] }: Part): string[] =>
    [...groups, ...measures, ...columns, ...details].map(({ key }) => key);
  if (!keysOf(requestedPart).includes(sort.field) || sort.field === ROW_GROUP.key)
    throw new Refusal('REQUEST_INVALID', { detail: `没有可排序的列“${sort.field}”` });
  if (!keysOf(part).includes(sort.field)) throw new Refusal('403');
  return { key: sort.field, isDescending: sort.order !== 'asc' };
}

interface LedgerColumn {
  head: LineHead;
  /** The end of the column's path; null if the column has no path. */
  end: PathEnd | null;
  cell(row: ResultRow): LineCell;
}

/**
 * Returns the columns of a ledger other than figures: its groups, then its details. `groupings`: one for each entry of
 * `part.groups`; `names`: the result of `loadNamesOfGroups`; `kinds`: for each detail, the kind of its values.
 */
function ledgerColumns(
  question: Question,
  part: Part,
  groupings: readonly (Grouping | null)[],
  names: ReadonlyMap<string, string>,
  kinds: readonly SqlValue['kind'][],
): LedgerColumn[] {
  const { shape } = question;
  const relationTarget = (end: PathEnd | null): { to?: string } => {
    const relation = end?.node ? relationOf(end.node) : null;
    return relation && !relation.isMultiple ? { to: relation.to } : {};
  };
  const details = (part.details ?? []).map((detail: DatasetDetail, index): LedgerColumn => {
    const end = endOfDetail(shape, detail);
    const precision = (end?.node as { precision?: number } | null)?.precision;
    const kind = kinds[index] ?? 'text';
    const isNumber = kind === 'number';
    return {
      end,
      head: {
        key: detail.key,
        label: detailName(shape, detail),
        isNumber,
        ...(isNumber && precision !== undefined ? { precision } : {}),
        ...relationTarget(end),
      },
      cell: ({ details: values, names: storedLabels }) => {
        const value = values[index] ?? null;
        return { value, text: detailText(shape, end, kind, value, storedLabels[index] ?? null) };
      },
    };
  });
  const groups = (part.sets[0] ?? []).flatMap((index, position): LedgerColumn[] => {
    const group = part.groups[index];
    const grouping = groupings[index];
    if (!group || !grouping || group === ROW_GROUP) return [];
    const end = endOfDatasetPath(shape, group.of.split('.'));
    return [
      {
        end,
        head: {
          key: group.key,
          label: groupName(shape, group),
          isNumber: false,
          ...(group.by ? {} : relationTarget(end)),
        },
        cell: ({ keys, labels }) => {
          const key = keys[position] ?? '';
          return {
            value: key,
            text: groupValueLabel(grouping, key, names.get(`${index} ${key}`) ?? labels[position] ?? null),
          };
        },
      },
    ];
  });
  return [...groups, ...details];
}

/**
 * Marks the cells whose value is the id of a record that this person may read (`isOpen`). If such a cell has no stored
 * text, sets its text to the record's title. Removes from other cells a text that is only the id.
 */
async function addLinks(
  context: ServerContext,
  user: RequestUser,
  columns: readonly LedgerColumn[],
  rows: readonly { cells: LineCell[] }[],
): Promise<void> {
  for (const [index, { head }] of columns.entries()) {
    if (head.to === undefined) continue;
    const cells = rows.flatMap(({ cells: rowCells }) => rowCells.slice(index, index + 1));
    const ids = [...new Set(cells.flatMap(({ value }) => (value ? [value] : [])))];
    if (ids.length === 0) continue;
    const titles = await readableTitles(context, user, head.to, ids);
    for (const cell of cells) {
      const title = cell.value ? titles.get(cell.value) : undefined;
      if (title === undefined) {
        // the id of a record that this person may not read is not shown
        if (cell.text === cell.value) cell.text = '';
        continue;
      }
      cell.isOpen = true;
      if (cell.text === '' || cell.text === cell.value) cell.text = title;
    }
  }
}

/**
 * Returns a page of a ledger: the rows of a dataset within the person's rights, with the sums over all rows. The rows
 * are records if the dataset has details and the request selects no groups (`by`); otherwise they are groups. Details,
 * measures and columns that read a field hidden from the person are left out. Refuses with DATASET_FIELD when the
 * condition or `having` of the dataset, a group or the requested sort reads such a field, or when the sub-table of the
 * dataset is hidden; refuses an unknown sort key as `sortOf` does. `preview`: an unpublished dataset, which is read
 * instead of the published one.
 */
export async function askLines(
  context: ServerContext,
  request: Requester,
  linesRequest: LinesRequest,
  page: Page,
  preview?: LoadedDataset,
): Promise<LinesAnswer> {
  const user = userOf(request);
  const loaded = preview ?? (await loadEnabledDataset(context, context.db, linesRequest.datasetKey));
  const question = await createQuestion(context, user, loaded, linesRequest);
  const requestedPart = ledgerPart(question, linesRequest);
  const visiblePart = await findVisiblePart(context, user, question, requestedPart, linesRequest.sort?.field);
  const { source } = visiblePart;
  const part = await markIfManyStoredValues(context, question, source, visiblePart.part);
  const sort = sortOf(linesRequest, requestedPart, part);
  const lines = { sort, limit: page.pageSize, offset: (page.pageNum - 1) * page.pageSize };
  const { statement, groupings, detailKinds } = compileStatement(question, source, { ...part, lines }, (measure) =>
    precisionOf(question.shape, measure),
  );
  const resultRows = await runStatement(context, request, user.id, statement);
  // the total is a value of each row; a page after the last one has no rows, so the total is taken from the first page
  if (page.pageNum > 1 && !resultRows.some((row) => row.part === 0)) {
    const firstPage = await askLines(context, request, linesRequest, { pageNum: 1, pageSize: 1 }, preview);
    return { ...firstPage, rows: [], page: { ...page, total: firstPage.page.total } };
  }
  const rows = resultRows.filter((row) => row.part === 0).sort((a, b) => Number(a.place) - Number(b.place));
  const sumRow = resultRows.find((row) => row.part === part.sets.length - 1);
  const names = await loadNamesOfGroups(context, user, groupings, part.sets, rows);
  const columns = ledgerColumns(question, part, groupings, names, detailKinds);
  const showsRecords = part.groups[0] === ROW_GROUP;
  const pageRows = rows.map((row) => ({
    key: JSON.stringify(row.keys),
    // for a dataset over a sub-table the key is the ids of the record and the row, separated by a space
    recordId: showsRecords ? ((row.keys[0] ?? '').split(' ')[0] ?? null) : null,
    keys: showsRecords
      ? {}
      : Object.fromEntries(
          (part.sets[0] ?? []).map((index, position) => [part.groups[index]?.key ?? '', row.keys[position] ?? '']),
        ),
    cells: columns.map(({ cell }) => cell(row)),
    values: row.values.map(withoutTrailingZeros),
  }));
  await addLinks(context, user, columns, pageRows);
  const rowCount = Number(rows[0]?.total ?? 0);
  const limit = question.definition.limit ?? rowCount;
  return {
    datasetKey: linesRequest.datasetKey,
    name: loaded.definition.name,
    version: loaded.version,
    maySee: source.maySee,
    formKey: sourceOf(loaded.definition).formKey,
    heads: columns.map(({ head }) => head),
    figures: figuresOf(question, part),
    rows: pageRows,
    sums: (sumRow?.values ?? []).map(withoutTrailingZeros),
    page: { ...page, total: Math.min(rowCount, limit) },
    ofAll: rowCount > limit ? rowCount : null,
  };
}
