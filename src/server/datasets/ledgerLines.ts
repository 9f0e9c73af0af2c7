import { relationOf } from '../../kernel/index.ts';
import type { DatasetDetail } from '../../domain/dataset.ts';
import type { ServerContext } from '../context.ts';
import type { Page } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import { userOf, type RequestUser } from '../http/user.ts';
import type { ResultRow } from './statement/setStatement.ts';
import {
  figuresOf,
  plainNumber,
  createQuestion,
  groupingSetOf,
  type DatasetRequest,
  type Figure,
} from './datasetQuestion.ts';
import { compileStatement } from './statement/compileStatement.ts';
import type { SqlValue } from '../celSql/index.ts';
import { endOfDetail } from './statement/details.ts';
import type { Grouping } from './statement/groupings.ts';
import { detailLabel, detailText, groupName, groupText, precisionOf } from './labels.ts';
import { findVisiblePart } from './visiblePart.ts';
import { requiredColumns, ROW_GROUP, type Part } from './datasetPart.ts';
import { withManyStored } from './statement/manyStored.ts';
import { loadEnabledDataset, type LoadedDataset } from './publishDataset.ts';
import { runStatement, type Requester } from './runStatement.ts';
import type { Question } from './statement/scan.ts';
import { endOf, sourceOf, type PathEnd } from './datasetShape.ts';
import { loadNamesOfGroups, readableTitles } from './groupTitles.ts';

/** A ledger's request to a dataset. */
export interface LinesRequest extends Omit<DatasetRequest, 'figures' | 'sort'> {
  /** Only records that contain this text in a detail or group. */
  keyword?: string | null;
  /** `field`: key of a shown column. */
  sort?: { field: string; order?: 'asc' | 'desc' | null } | null;
}

/** A column of a ledger other than a figure: a detail of the record, or a group. */
export interface LineHead {
  key: string;
  label: string;
  isNumber: boolean;
  precision?: number;
  /** The form to whose records the values of the column refer. */
  to?: string;
}

export interface LineCell {
  value: string | null;
  text: string;
  /** The value is the id of a record of `to` that this person may read. */
  isOpen?: true;
}

export interface LinesAnswer {
  datasetKey: string;
  name: string;
  version: number;
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
    /** Keys of the row's groups, for listing their records; empty where the row is a record. */
    keys: Record<string, string>;
    cells: LineCell[];
    values: (string | null)[];
  }[];
  /** The figures over all records, not only those of the page. */
  sums: (string | null)[];
  page: Page & { total: number };
  /** Number of all rows if the dataset's `limit` cuts them off; else null. */
  ofAll: number | null;
}

/** The dataset parts of a ledger: its rows (records or groups), and the sums over all. */
function ledgerPart(question: Question, linesRequest: LinesRequest): Part {
  const { definition } = question;
  const { details = [], groupBy = [] } = definition;
  const isRecords = details.length > 0 && !linesRequest.by;
  const rows = isRecords ? [0] : groupingSetOf(question, linesRequest.by);
  return {
    groups: isRecords ? [ROW_GROUP] : groupBy,
    ...requiredColumns(definition, null),
    sets: rows.length > 0 ? [rows, []] : [rows],
    details: isRecords ? details : [],
    ...(linesRequest.keyword?.trim() ? { keyword: linesRequest.keyword.trim() } : {}),
  };
}

/**
 * Validates the requested sort. Refuses with REQUEST_INVALID an unknown column, with 403 a column hidden from this
 * person.
 */
function sortOf(linesRequest: LinesRequest, whole: Part, part: Part): NonNullable<Part['lines']>['sort'] {
  const { sort } = linesRequest;
  if (!sort) return null;
  const keys = ({ groups, measures, columns, details = [] }: Part): string[] =>
    [...groups, ...measures, ...columns, ...details].map(({ key }) => key);
  if (!keys(whole).includes(sort.field) || sort.field === ROW_GROUP.key)
    throw new Refusal('REQUEST_INVALID', { detail: `没有可排序的列“${sort.field}”` });
  if (!keys(part).includes(sort.field)) throw new Refusal('403');
  return { key: sort.field, isDescending: sort.order !== 'asc' };
}

interface LedgerColumn {
  head: LineHead;
  end: PathEnd | null;
  cell(row: ResultRow): LineCell;
}

function ledgerColumns(
  question: Question,
  part: Part,
  groupings: readonly (Grouping | null)[],
  names: ReadonlyMap<string, string>,
  kinds: readonly SqlValue['kind'][],
): LedgerColumn[] {
  const { shape } = question;
  const target = (end: PathEnd | null): { to?: string } => {
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
        label: detailLabel(shape, detail),
        isNumber,
        ...(isNumber && precision !== undefined ? { precision } : {}),
        ...target(end),
      },
      cell: ({ details: values, names: stored }) => {
        const value = values[index] ?? null;
        return { value, text: detailText(shape, end, kind, value, stored[index] ?? null) };
      },
    };
  });
  const groups = (part.sets[0] ?? []).flatMap((index, position): LedgerColumn[] => {
    const group = part.groups[index];
    const grouping = groupings[index];
    if (!group || !grouping || group === ROW_GROUP) return [];
    const end = endOf(shape, group.of.split('.'));
    return [
      {
        end,
        head: { key: group.key, label: groupName(shape, group), isNumber: false, ...(group.by ? {} : target(end)) },
        cell: ({ keys, labels }) => {
          const key = keys[position] ?? '';
          return {
            value: key,
            text: groupText(grouping, key, names.get(`${index} ${key}`) ?? labels[position] ?? null),
          };
        },
      },
    ];
  });
  return [...groups, ...details];
}

/**
 * Marks the cells whose records this person may open, and sets the text of cells without a stored one to the record's
 * title.
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
        // a bare id is not shown
        if (cell.text === cell.value) cell.text = '';
        continue;
      }
      cell.isOpen = true;
      if (cell.text === '' || cell.text === cell.value) cell.text = title;
    }
  }
}

/**
 * A page of a ledger: the rows of a dataset (its records if it has details, else its groups) within the person's
 * rights, with the sums over all. Columns over fields hidden from the person are left out, as in every list. Refuses
 * with DATASET_FIELD when the condition of the dataset or the requested sort reads a hidden field. `preview`: an
 * unpublished dataset.
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
  const within = await findVisiblePart(context, user, question, requestedPart, linesRequest.sort?.field);
  const { source } = within;
  const part = await withManyStored(context, question, source, within.part);
  const sort = sortOf(linesRequest, requestedPart, part);
  const lines = { sort, limit: page.pageSize, offset: (page.pageNum - 1) * page.pageSize };
  const { statement, groupings, kinds } = compileStatement(question, source, { ...part, lines }, (measure) =>
    precisionOf(question.shape, measure),
  );
  const found = await runStatement(context, request, user.id, statement);
  // a page beyond the last one has no row with the total
  if (page.pageNum > 1 && !found.some((row) => row.part === 0)) {
    const first = await askLines(context, request, linesRequest, { pageNum: 1, pageSize: 1 }, preview);
    return { ...first, rows: [], page: { ...page, total: first.page.total } };
  }
  const rows = found.filter((row) => row.part === 0).sort((a, b) => Number(a.place) - Number(b.place));
  const total = found.find((row) => row.part === part.sets.length - 1);
  const names = await loadNamesOfGroups(context, user, groupings, part.sets, rows);
  const columns = ledgerColumns(question, part, groupings, names, kinds);
  const isRecords = part.groups[0] === ROW_GROUP;
  const listed = rows.map((row) => ({
    key: JSON.stringify(row.keys),
    recordId: isRecords ? ((row.keys[0] ?? '').split(' ')[0] ?? null) : null,
    keys: isRecords
      ? {}
      : Object.fromEntries(
          (part.sets[0] ?? []).map((index, position) => [part.groups[index]?.key ?? '', row.keys[position] ?? '']),
        ),
    cells: columns.map(({ cell }) => cell(row)),
    values: row.values.map(plainNumber),
  }));
  await addLinks(context, user, columns, listed);
  const all = Number(rows[0]?.total ?? 0);
  const limit = question.definition.limit ?? all;
  return {
    datasetKey: linesRequest.datasetKey,
    name: loaded.definition.name,
    version: loaded.version,
    maySee: source.maySee,
    formKey: sourceOf(loaded.definition).formKey,
    heads: columns.map(({ head }) => head),
    figures: figuresOf(question, part),
    rows: listed,
    sums: (total?.values ?? []).map(plainNumber),
    page: { ...page, total: Math.min(all, limit) },
    ofAll: all > limit ? all : null,
  };
}
