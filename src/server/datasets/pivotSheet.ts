import type { SheetCell, SheetColumn } from '../archive/index.ts';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import { askDatasets, type DatasetAnswer } from './askDatasets.ts';
import { cellOf, titleOf } from './exportSheets.ts';
import type { Requester } from './runStatement.ts';

export interface PivotRequest {
  datasetKey: string;
  params?: Record<string, unknown> | null;
  shared?: Record<string, unknown> | null;
  rows: string[];
  columns?: string[] | null;
  values?: string[] | null;
}

const keyText = (keys: readonly string[]): string => JSON.stringify(keys);

/** Indexes the rows of an answer by the keys of these groups. */
function byKeys({ groups, rows }: DatasetAnswer, names: readonly string[]): Map<string, DatasetAnswer['rows'][number]> {
  const indexes = names.map((name) => groups.findIndex(({ key }) => key === name));
  return new Map(rows.map((row) => [keyText(indexes.map((position) => row.keys[position] ?? '')), row]));
}

/** The headings along one side of the pivot, in the order of the answer's rows. */
function headingsOf({ groups, rows }: DatasetAnswer, names: readonly string[]): { keys: string[]; labels: string[] }[] {
  const indexes = names.map((name) => groups.findIndex(({ key }) => key === name));
  return rows.map((row) => ({
    keys: indexes.map((position) => row.keys[position] ?? ''),
    labels: indexes.map((position) => row.labels[position] ?? ''),
  }));
}

/**
 * A pivot as a sheet: groups as rows and columns, with totals of rows and columns. Refuses with REQUEST_INVALID and the
 * message of the dataset's failure.
 */
export async function createPivotSheet(
  context: ServerContext,
  request: Requester,
  { datasetKey, params = null, shared = null, rows, columns, values }: PivotRequest,
  most: number,
): Promise<{ name: string; columns: SheetColumn[]; rows: SheetCell[][] }> {
  const across = columns ?? [];
  const requestFor = (by: string[]) => ({ datasetKey, params, shared, by, figures: values ?? null, most });
  const answers = await askDatasets(context, request, [[...rows, ...across], rows, across, []].map(requestFor));
  const failed = answers.find((answer) => 'error' in answer);
  if (failed && 'error' in failed) throw new Refusal('REQUEST_INVALID', { detail: failed.error.msg });
  const [cells, ofRows, ofColumns, grand] = answers as [DatasetAnswer, DatasetAnswer, DatasetAnswer, DatasetAnswer];
  const { figures } = cells;
  const columnHeadings = across.length > 0 ? headingsOf(ofColumns, across) : [];
  const found = byKeys(cells, [...rows, ...across]);
  const line = (row: DatasetAnswer['rows'][number] | undefined): SheetCell[] =>
    figures.map((figure, index) => cellOf(row?.values[index] ?? null, figure));
  const label = (name: string): string => cells.groups.find(({ key }) => key === name)?.label ?? name;
  const titles = figures.map(titleOf);
  const total = ofRows.rows.length > 0 ? [totalLine(rows, columnHeadings, byKeys(ofColumns, across), grand, line)] : [];
  const isCut = cells.total > cells.rows.length;
  return {
    name: cells.name,
    columns: [
      ...rows.map((name) => ({ title: label(name), width: 24 })),
      ...columnHeadings.flatMap(({ labels }) =>
        titles.map((title) => ({
          title: titles.length > 1 ? `${labels.join(' / ')} ${title}` : labels.join(' / '),
          width: 16,
        })),
      ),
      ...titles.map((title) => ({ title: across.length > 0 ? `合计 ${title}` : title, width: 16 })),
    ],
    rows: [
      ...headingsOf(ofRows, rows).map(({ keys, labels }, index) => [
        ...labels,
        ...columnHeadings.flatMap((head) => line(found.get(keyText([...keys, ...head.keys])))),
        ...line(ofRows.rows[index]),
      ]),
      ...total,
      ...(isCut ? [[`前 ${cells.rows.length} 组，共 ${cells.total} 组`]] : []),
    ],
  };
}

const totalLine = (
  rows: readonly string[],
  heads: readonly { keys: string[] }[],
  sums: Map<string, DatasetAnswer['rows'][number]>,
  grand: DatasetAnswer,
  line: (row: DatasetAnswer['rows'][number] | undefined) => SheetCell[],
): SheetCell[] => [
  ...rows.map((_name, index) => (index === 0 ? '合计' : null)),
  ...heads.flatMap(({ keys }) => line(sums.get(keyText(keys)))),
  ...line(grand.rows[0]),
];
