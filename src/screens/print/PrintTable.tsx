import type { CompiledColumn, CompiledTable, Row, Option } from '../../kernel/index.ts';
import { roundTo } from '../../domain/numbers.ts';
import { RowContext } from '../../runtime/contexts.ts';
import { withRetired } from '../../runtime/options/source.ts';
import { useOptionsOfFields } from '../../runtime/options/useOptions.ts';
import type { FormSession } from '../../runtime/form/session.ts';
import { cellText } from '../../widgets/subTable/cellText.ts';
import { createTotals, type Summary } from '../../widgets/subTable/store/totals.ts';
import { ValueView } from '../shared/ValueView.tsx';
import { splitIntoBands, columnWidthFor } from './columnBands.ts';

interface Props {
  table: CompiledTable;
  session: FormSession;
}

/** Number of rows used to compute the width of a column. */
const SAMPLE_ROW_COUNT = 50;

/** Rounds an average to the decimals of its column. */
const roundAverage = ({ node }: CompiledColumn, value: number): number =>
  roundTo(value, (node as { precision?: number }).precision ?? 6);

const isNumberColumn = (column: CompiledColumn): boolean => column.valueType === 'double';

/** The value of a cell: plain text, which renders fast, or the view face of a widget that has no text (files). */
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

/**
 * All rows of a sub-table. A table that is too wide is split into bands of columns; the header is repeated on each
 * page. Values hidden by the row's conditions are not printed, but are included in the totals.
 */
export function PrintTable({ table, session }: Props) {
  const rows = Array.isArray(session.values[table.key]) ? (session.values[table.key] as readonly Row[]) : [];
  const columns = table.columns.filter(
    (column) => column.node.isHideField !== '1' && column.mayRead(session.situation),
  );
  const optionsOfColumns = useOptionsOfFields(columns.map((column) => withRetired(column.node)));
  const summaries = columns.flatMap(({ key, node }): Summary[] =>
    node.summary === undefined ? [] : [{ key, kind: node.summary }],
  );
  const totals = createTotals(summaries);
  const totalOf = (column: CompiledColumn): string => {
    const total = column.node.summary === undefined ? null : totals.value(column.key, rows);
    if (total === null) return '';
    return column.node.summary === 'count' || !isNumberColumn(column)
      ? String(total)
      : cellText(
          column,
          { [column.key]: column.node.summary === 'avg' ? roundAverage(column, total) : total },
          undefined,
        );
  };
  const sampleRows = rows.slice(0, SAMPLE_ROW_COUNT);
  const widths = columns.map((column, columnIndex) =>
    columnWidthFor(
      column.node.label ?? column.key,
      sampleRows.map((row) => cellText(column, row.fieldsMap, optionsOfColumns[columnIndex]?.options)),
    ),
  );
  return splitIntoBands(widths).map((band, bandIndex) => (
    <table key={bandIndex} className="pr-table" data-sub-table={table.key}>
      {bandIndex > 0 && <caption>（续）</caption>}
      <thead>
        <tr>
          <th className="pr-index" scope="col">
            序号
          </th>
          {band.map((columnIndex) => {
            const { key, node } = columns[columnIndex];
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
            {band.map((columnIndex) => {
              const column = columns[columnIndex];
              const isShown = column.access({ ...session.scope, row: row.fieldsMap }).visible;
              return (
                <td
                  key={column.key}
                  className={isNumberColumn(column) ? 'pr-number' : undefined}
                  data-column={column.key}
                >
                  {isShown && <CellValue column={column} row={row} options={optionsOfColumns[columnIndex]?.options} />}
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
        {rows.length > 0 && band.some((columnIndex) => columns[columnIndex].node.summary !== undefined) && (
          <tr className="pr-totals">
            <th scope="row">合计</th>
            {band.map((columnIndex) => (
              <td key={columns[columnIndex].key} className="pr-number">
                {totalOf(columns[columnIndex])}
              </td>
            ))}
          </tr>
        )}
      </tbody>
    </table>
  ));
}
