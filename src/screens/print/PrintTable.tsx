import type { CompiledColumn, CompiledTable, Row, Option } from '../../kernel/index.ts';
import { roundTo } from '../../domain/numbers.ts';
import { RowContext } from '../../runtime/contexts.ts';
import { useOptionsOf } from '../../runtime/options/useOptions.ts';
import type { FormSession } from '../../runtime/form/session.ts';
import { cellText } from '../../widgets/subTable/cellText.ts';
import { createTotals, type Summary } from '../../widgets/subTable/store/totals.ts';
import { ValueView } from '../shared/ValueView.tsx';
import { bandsOf, neededWidth } from './bands.ts';

interface Props {
  table: CompiledTable;
  session: FormSession;
}

/** Rows that are looked at to see how wide a column must be. */
const SAMPLE = 50;

/** An average with the decimals of its column. */
const averageOf = ({ node }: CompiledColumn, value: number): number =>
  roundTo(value, (node as { precision?: number }).precision ?? 6);

const isNumber = (column: CompiledColumn): boolean => column.valueType === 'double';

/** Files have their names from a call; every other value is its text, so that ten thousand rows print at once. */
function CellValue({
  column,
  row,
  options,
}: {
  column: CompiledColumn;
  row: Row;
  options: readonly Option[] | undefined;
}) {
  if (!column.definition.column?.needsFace) return cellText(column, row.fieldsMap, options);
  return (
    <RowContext value={row.fieldsMap}>
      <ValueView node={column.node} value={row.fieldsMap[column.key]} />
    </RowContext>
  );
}

/** Every row of a sub-table, what is too wide for the paper in bands; the header is repeated on each sheet. A value that a row's condition hides is not printed. */
export function PrintTable({ table, session }: Props) {
  const rows = Array.isArray(session.values[table.key]) ? (session.values[table.key] as readonly Row[]) : [];
  const columns = table.columns.filter(
    (column) => column.node.isHideField !== '1' && column.mayRead(session.situation),
  );
  const known = useOptionsOf(columns.map((column) => column.node));
  const summaries = columns.flatMap(({ key, node }): Summary[] =>
    node.summary === undefined ? [] : [{ key, kind: node.summary }],
  );
  const totals = createTotals(summaries);
  const totalOf = (column: CompiledColumn): string => {
    const total = column.node.summary === undefined ? null : totals.value(column.key, rows);
    if (total === null) return '';
    return column.node.summary === 'count' || !isNumber(column)
      ? String(total)
      : cellText(column, { [column.key]: column.node.summary === 'avg' ? averageOf(column, total) : total }, undefined);
  };
  const sample = rows.slice(0, SAMPLE);
  const widths = columns.map((column, place) =>
    neededWidth(
      column.node.label ?? column.key,
      sample.map((row) => cellText(column, row.fieldsMap, known[place]?.options)),
    ),
  );
  return bandsOf(widths).map((band, count) => (
    <table key={count} className="pr-table" data-sub-table={table.key}>
      {count > 0 && <caption>（续）</caption>}
      <thead>
        <tr>
          <th className="pr-index" scope="col">
            序号
          </th>
          {band.map((place) => {
            const { key, node } = columns[place];
            return (
              <th key={key} scope="col" data-column={key}>
                {node.label ?? key}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={row.id} data-row={index}>
            <td className="pr-index">{index + 1}</td>
            {band.map((place) => {
              const column = columns[place];
              const isShown = column.access({ ...session.scope, row: row.fieldsMap }).visible;
              return (
                <td key={column.key} className={isNumber(column) ? 'pr-number' : undefined} data-column={column.key}>
                  {isShown && <CellValue column={column} row={row} options={known[place]?.options} />}
                </td>
              );
            })}
          </tr>
        ))}
        {rows.length === 0 && (
          <tr>
            <td colSpan={band.length + 1}>（无）</td>
          </tr>
        )}
        {rows.length > 0 && band.some((place) => columns[place].node.summary !== undefined) && (
          <tr className="pr-totals">
            <th scope="row">合计</th>
            {band.map((place) => (
              <td key={columns[place].key} className="pr-number">
                {totalOf(columns[place])}
              </td>
            ))}
          </tr>
        )}
      </tbody>
    </table>
  ));
}
