import type { SheetCell, SheetColumn } from '../archive/index.ts';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import { askDatasets, type DatasetAnswer } from './askDatasets.ts';
import { cellOf, titleOf } from './exportSheets.ts';
import type { Requester } from './runStatement.ts';

/**
 * Request for the sheet of a pivot or stat table. `rows`, `columns`: keys of groups; `values`: keys of figures (absent:
 * all).
 */
export interface PivotRequest {
  datasetKey: string;
  params?: Record<string, unknown> | null;
  shared?: Record<string, unknown> | null;
  rows: string[];
  columns?: string[] | null;
  values?: string[] | null;
  /**
   * The block whose layout the sheet has. A pivot (default) always has totals, a stat table only the requested totals.
   */
  layout?: 'pivot' | 'table' | null;
  totals?: boolean | null;
  /** Only for a table: true if a subtotal line follows the lines of each value of the first row group. */
  subtotals?: boolean | null;
}

type AnswerRow = DatasetAnswer['rows'][number];
/** A heading of a row or column: the keys and labels of its group values, the outermost group first. */
interface Heading {
  keys: string[];
  labels: string[];
}

const keyText = (keys: readonly string[]): string => JSON.stringify(keys);

/** Returns the rows of an answer by their values of the groups `groupKeys` (converted by `keyText`). */
function rowsByKeys({ groups, rows }: DatasetAnswer, groupKeys: readonly string[]): Map<string, AnswerRow> {
  const indexes = groupKeys.map((name) => groups.findIndex(({ key }) => key === name));
  return new Map(rows.map((row) => [keyText(indexes.map((position) => row.keys[position] ?? '')), row]));
}

/**
 * Returns the headings along one side of the sheet, in the order of the answer's rows. `keepsFirstGroupTogether`:
 * headings with the same value of the first group are placed next to each other.
 */
function headingsOf(
  { groups, rows }: DatasetAnswer,
  groupKeys: readonly string[],
  keepsFirstGroupTogether: boolean,
): Heading[] {
  const indexes = groupKeys.map((name) => groups.findIndex(({ key }) => key === name));
  const headingByKeys = new Map<string, Heading>();
  for (const row of rows) {
    const keys = indexes.map((position) => row.keys[position] ?? '');
    if (!headingByKeys.has(keyText(keys)))
      headingByKeys.set(keyText(keys), { keys, labels: indexes.map((position) => row.labels[position] ?? '') });
  }
  const headings = [...headingByKeys.values()];
  if (!keepsFirstGroupTogether) return headings;
  const firstKeys = [...new Set(headings.map(({ keys }) => keys[0]))];
  return firstKeys.flatMap((firstKey) => headings.filter(({ keys }) => keys[0] === firstKey));
}

/**
 * Creates a sheet from a pivot or a stat table: groups as rows and columns, with multi-line headings, subtotals and
 * totals as in the block. Refuses with REQUEST_INVALID and the message if the dataset fails.
 */
export async function createPivotSheet(
  context: ServerContext,
  request: Requester,
  { datasetKey, params = null, shared = null, rows, columns, values, layout, totals, subtotals }: PivotRequest,
  maxGroups: number,
): Promise<{ name: string; columns: SheetColumn[]; rows: SheetCell[][] }> {
  const columnGroups = columns ?? [];
  const isTable = layout === 'table';
  const hasTotals = !isTable || totals === true;
  const hasSubtotals = isTable && subtotals === true && rows.length > 1;
  const firstRowGroup = rows.slice(0, 1);
  const requestFor = (by: string[]) => ({ datasetKey, params, shared, by, figures: values ?? null, most: maxGroups });
  const answers = await askDatasets(
    context,
    request,
    [
      [...rows, ...columnGroups],
      rows,
      columnGroups,
      [],
      ...(hasSubtotals ? [[...firstRowGroup, ...columnGroups], firstRowGroup] : []),
    ].map(requestFor),
  );
  const failedAnswer = answers.find((answer) => 'error' in answer);
  if (failedAnswer && 'error' in failedAnswer) throw new Refusal('REQUEST_INVALID', { detail: failedAnswer.error.msg });
  const [cellAnswer, rowAnswer, columnAnswer, grandTotal, subtotalCellAnswer, subtotalLineTotals] =
    answers as DatasetAnswer[];
  if (!cellAnswer || !rowAnswer || !columnAnswer || !grandTotal)
    throw new Refusal('REQUEST_INVALID', { detail: '没有结果' });
  const { figures } = cellAnswer;
  const columnHeadings =
    columnGroups.length > 0
      ? headingsOf(isTable ? cellAnswer : columnAnswer, columnGroups, columnGroups.length > 1)
      : [];
  const rowHeadings = headingsOf(isTable ? cellAnswer : rowAnswer, rows, hasSubtotals);
  const figureCells = (row: AnswerRow | undefined): SheetCell[] =>
    figures.map((figure, index) => cellOf(row?.values[index] ?? null, figure));
  const groupLabel = (groupKey: string): string =>
    cellAnswer.groups.find(({ key }) => key === groupKey)?.label ?? groupKey;
  /** Returns one line: its labels, the cells of each column heading, then the total of the line. */
  const createLine = (
    labels: readonly string[],
    cellAt: (columnKeys: readonly string[]) => AnswerRow | undefined,
    total: AnswerRow | undefined,
  ): SheetCell[] => [
    ...rows.map((_name, index) => labels[index] ?? null),
    ...columnHeadings.flatMap(({ keys }) => figureCells(cellAt(keys))),
    ...(hasTotals || columnGroups.length === 0 ? figureCells(total) : []),
  ];
  const cellsByKeys = rowsByKeys(cellAnswer, [...rows, ...columnGroups]);
  const rowTotals = rowsByKeys(rowAnswer, rows);
  const columnTotals = rowsByKeys(columnAnswer, columnGroups);
  const subtotalCellsByKeys = subtotalCellAnswer && rowsByKeys(subtotalCellAnswer, [...firstRowGroup, ...columnGroups]);
  const subtotalLineTotalsByKeys = subtotalLineTotals && rowsByKeys(subtotalLineTotals, firstRowGroup);
  const isTruncated = cellAnswer.total > cellAnswer.rows.length;
  return {
    name: cellAnswer.name,
    columns: sheetColumns(rows.map(groupLabel), columnHeadings, figures.map(titleOf), {
      hasLineTotals: hasTotals && columnGroups.length > 0,
      isFlat: columnGroups.length === 0,
    }),
    rows: [
      ...rowHeadings.flatMap(({ keys, labels }, index) => [
        createLine(
          labels,
          (columnKeys) => cellsByKeys.get(keyText([...keys, ...columnKeys])),
          rowTotals.get(keyText(keys)),
        ),
        ...(hasSubtotals && rowHeadings[index + 1]?.keys[0] !== keys[0]
          ? [
              createLine(
                [`${labels[0] ?? ''} 小计`],
                (columnKeys) => subtotalCellsByKeys?.get(keyText([keys[0] ?? '', ...columnKeys])),
                subtotalLineTotalsByKeys?.get(keyText([keys[0] ?? ''])),
              ),
            ]
          : []),
      ]),
      ...(hasTotals && rowHeadings.length > 0
        ? [createLine(['合计'], (columnKeys) => columnTotals.get(keyText(columnKeys)), grandTotal.rows[0])]
        : []),
      ...(isTruncated ? [[`前 ${cellAnswer.rows.length} 组，共 ${cellAnswer.total} 组`]] : []),
    ],
  };
}

/**
 * Returns the columns of the sheet. The headings of the column groups are above the figures, each group in its own
 * line.
 */
function sheetColumns(
  rowGroupNames: readonly string[],
  columnHeadings: readonly Heading[],
  titles: readonly string[],
  { hasLineTotals, isFlat }: { hasLineTotals: boolean; isFlat: boolean },
): SheetColumn[] {
  // a single figure does not need its own heading
  const figureColumn = (labels: readonly string[], title: string): SheetColumn =>
    titles.length > 1
      ? { title, headings: labels, width: 16 }
      : { title: labels.at(-1) ?? title, headings: labels.slice(0, -1), width: 16 };
  return [
    ...rowGroupNames.map((title) => ({ title, width: 24 })),
    ...columnHeadings.flatMap(({ labels }) => titles.map((title) => figureColumn(labels, title))),
    ...(isFlat ? titles.map((title) => ({ title, width: 16 })) : []),
    ...(hasLineTotals ? titles.map((title) => figureColumn(['合计'], title)) : []),
  ];
}
