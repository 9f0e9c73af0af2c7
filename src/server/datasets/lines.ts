import { relationOf, type DatasetDetail } from '../../kernel/index.ts';
import type { ServerContext } from '../context.ts';
import type { Page } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import { userOf, type RequestUser } from '../http/user.ts';
import type { ResultRow } from './statement/answers.ts';
import { figuresOf, plainNumber, questionOf, setOf, type Asked, type Figure } from './question.ts';
import { statementOf } from './statement/compile.ts';
import type { SqlValue } from '../celSql/index.ts';
import { endOfDetail } from './statement/details.ts';
import type { Grouping } from './statement/groups.ts';
import { detailLabel, detailName, groupName, groupText, precisionOf } from './labels.ts';
import { partWithin } from './openParts.ts';
import { neededOf, ROW_GROUP, type Part } from './plan.ts';
import { withManyStored } from './statement/manyStored.ts';
import { datasetInUse } from './publish.ts';
import { runStatement, type Asker } from './run.ts';
import type { Question } from './statement/scan.ts';
import { endOf, sourceOf, type End } from './shape.ts';
import { namesOfGroups, readableTitles } from './titles.ts';

/** What a ledger asks of a dataset. */
export interface AskedLines extends Omit<Asked, 'figures'> {
  /** Only records that say this in a detail or group. */
  keyword?: string | null;
  /** The key of a shown column. */
  sort?: { field: string; order?: 'asc' | 'desc' | null } | null;
}

/** A column of a ledger that is no figure: a detail of the record, or a group. */
export interface LineHead {
  key: string;
  label: string;
  isNumber: boolean;
  precision?: number;
  /** The form whose records the column names. */
  to?: string;
}

export interface LineCell {
  value: string | null;
  text: string;
  /** The value is a record of `to` that this person may read. */
  isOpen?: true;
}

export interface LinesAnswer {
  datasetKey: string;
  name: string;
  version: number;
  maySee: boolean;
  /** The form of the records behind the rows. */
  formKey: string;
  heads: LineHead[];
  figures: Figure[];
  rows: {
    /** What tells the row from others. */
    key: string;
    /** The record that the row is of; null: the row is a group. */
    recordId: string | null;
    /** Keys of the groups, for the records behind; empty where the row is a record. */
    keys: Record<string, string>;
    cells: LineCell[];
    values: (string | null)[];
  }[];
  /** The figures over all records of the question, not of the page. */
  sums: (string | null)[];
  page: Page & { total: number };
  /** How many rows there are where the dataset keeps only the first. */
  ofAll: number | null;
}

/** The parts of a ledger's question: rows (records, or groups), and the sums of all. */
function partOf(question: Question, asked: AskedLines): Part {
  const { definition } = question;
  const { details = [], groupBy = [] } = definition;
  const isRecords = details.length > 0 && !asked.by;
  const rows = isRecords ? [0] : setOf(question, asked.by);
  return {
    groups: isRecords ? [ROW_GROUP] : groupBy,
    ...neededOf(definition, null),
    sets: rows.length > 0 ? [rows, []] : [rows],
    details: isRecords ? details : [],
    ...(asked.keyword?.trim() ? { keyword: asked.keyword.trim() } : {}),
  };
}

/** Refuses a sort by what the dataset has not; by what is hidden from this person with the field's name. */
function sortOf(asked: AskedLines, whole: Part, part: Part): NonNullable<Part['lines']>['sort'] {
  const { sort } = asked;
  if (!sort) return null;
  const keys = ({ groups, measures, columns, details = [] }: Part): string[] =>
    [...groups, ...measures, ...columns, ...details].map(({ key }) => key);
  if (!keys(whole).includes(sort.field) || sort.field === ROW_GROUP.key)
    throw new Refusal('REQUEST_INVALID', { detail: `没有可排序的列“${sort.field}”` });
  if (!keys(part).includes(sort.field)) throw new Refusal('403');
  return { key: sort.field, isDescending: sort.order !== 'asc' };
}

interface Told {
  head: LineHead;
  end: End | null;
  cell(row: ResultRow): LineCell;
}

function headsOf(
  question: Question,
  part: Part,
  groupings: readonly (Grouping | null)[],
  names: ReadonlyMap<string, string>,
  kinds: readonly SqlValue['kind'][],
): Told[] {
  const { shape } = question;
  const target = (end: End | null): { to?: string } => {
    const relation = end?.node ? relationOf(end.node) : null;
    return relation && !relation.isMultiple ? { to: relation.to } : {};
  };
  const details = (part.details ?? []).map((detail: DatasetDetail, index): Told => {
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
        return { value, text: detailName(shape, end, kind, value, stored[index] ?? null) };
      },
    };
  });
  const groups = (part.sets[0] ?? []).flatMap((index, place): Told[] => {
    const group = part.groups[index];
    const grouping = groupings[index];
    if (!group || !grouping || group === ROW_GROUP) return [];
    const end = endOf(shape, group.of.split('.'));
    return [
      {
        end,
        head: { key: group.key, label: groupName(shape, group), isNumber: false, ...(group.by ? {} : target(end)) },
        cell: ({ keys, labels }) => {
          const key = keys[place] ?? '';
          return { value: key, text: groupText(grouping, key, names.get(`${index} ${key}`) ?? labels[place] ?? null) };
        },
      },
    ];
  });
  return [...groups, ...details];
}

/** Marks the cells whose records this person may open; names those of which no text is stored. */
async function withLinks(
  context: ServerContext,
  user: RequestUser,
  told: readonly Told[],
  rows: readonly { cells: LineCell[] }[],
): Promise<void> {
  for (const [index, { head }] of told.entries()) {
    if (head.to === undefined) continue;
    const cells = rows.flatMap(({ cells: own }) => own.slice(index, index + 1));
    const ids = [...new Set(cells.flatMap(({ value }) => (value ? [value] : [])))];
    if (ids.length === 0) continue;
    const titles = await readableTitles(context, user, head.to, ids);
    for (const cell of cells) {
      const title = cell.value ? titles.get(cell.value) : undefined;
      if (title === undefined) {
        // an id says nothing to anybody
        if (cell.text === cell.value) cell.text = '';
        continue;
      }
      cell.isOpen = true;
      if (cell.text === '' || cell.text === cell.value) cell.text = title;
    }
  }
}

/**
 * A page of a ledger: the rows of a dataset (records where it has details, else groups) within the rights of whoever asks,
 * with the sums of all. Columns over fields that are hidden from them are left out, as in every list. Refuses with
 * DATASET_FIELD where the condition of the dataset itself, or what the person sorts by, reads a hidden field.
 */
export async function askLines(
  context: ServerContext,
  request: Asker,
  asked: AskedLines,
  page: Page,
): Promise<LinesAnswer> {
  const user = userOf(request);
  const loaded = await datasetInUse(context, context.db, asked.datasetKey);
  const question = await questionOf(context, user, loaded, asked);
  const whole = partOf(question, asked);
  const within = await partWithin(context, user, question, whole, asked.sort?.field);
  const { source } = within;
  const part = await withManyStored(context, question, source, within.part);
  const sort = sortOf(asked, whole, part);
  const lines = { sort, limit: page.pageSize, offset: (page.pageNum - 1) * page.pageSize };
  const { statement, groupings, kinds } = statementOf(question, source, { ...part, lines }, (measure) =>
    precisionOf(question.shape, measure),
  );
  const found = await runStatement(context, request, user.id, statement);
  // a page behind the last one tells nothing of how many there are
  if (page.pageNum > 1 && !found.some((row) => row.part === 0)) {
    const first = await askLines(context, request, asked, { pageNum: 1, pageSize: 1 });
    return { ...first, rows: [], page: { ...page, total: first.page.total } };
  }
  const rows = found.filter((row) => row.part === 0).sort((a, b) => Number(a.place) - Number(b.place));
  const total = found.find((row) => row.part === part.sets.length - 1);
  const names = await namesOfGroups(context, user, groupings, part.sets, rows);
  const told = headsOf(question, part, groupings, names, kinds);
  const isRecords = part.groups[0] === ROW_GROUP;
  const listed = rows.map((row) => ({
    key: JSON.stringify(row.keys),
    recordId: isRecords ? ((row.keys[0] ?? '').split(' ')[0] ?? null) : null,
    keys: isRecords
      ? {}
      : Object.fromEntries(
          (part.sets[0] ?? []).map((index, place) => [part.groups[index]?.key ?? '', row.keys[place] ?? '']),
        ),
    cells: told.map(({ cell }) => cell(row)),
    values: row.values.map(plainNumber),
  }));
  await withLinks(context, user, told, listed);
  const all = Number(rows[0]?.total ?? 0);
  const most = question.definition.limit ?? all;
  return {
    datasetKey: asked.datasetKey,
    name: loaded.definition.name,
    version: loaded.version,
    maySee: source.maySee,
    formKey: sourceOf(loaded.definition).formKey,
    heads: told.map(({ head }) => head),
    figures: figuresOf(question, part),
    rows: listed,
    sums: (total?.values ?? []).map(plainNumber),
    page: { ...page, total: Math.min(all, most) },
    ofAll: all > most ? all : null,
  };
}
