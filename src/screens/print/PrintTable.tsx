import type { CompiledColumn, CompiledTable, Row } from '../../kernel/form.ts';
import type { Option } from '../../kernel/widget.ts';
import { RowContext } from '../../runtime/contexts.ts';
import { useOptionsOf } from '../../runtime/options/useOptions.ts';
import type { FormSession } from '../../runtime/session.ts';
import { cellText } from '../../widgets/subTable/cellText.ts';
import { createTotals, type Summary } from '../../widgets/subTable/store/totals.ts';
import { ValueView } from '../shared/ValueView.tsx';

interface Props { table: CompiledTable; session: FormSession }

const isNumber = (column: CompiledColumn): boolean => column.valueType === 'double';

/** Files have their names from a call; every other value is its text, so that ten thousand rows print at once. */
function CellValue({ column, row, options }: { column: CompiledColumn; row: Row; options: readonly Option[] | undefined }) {
  if (column.node.tag !== 'el-upload') return cellText(column, row.fieldsMap, options);
  return <RowContext value={row.fieldsMap}><ValueView node={column.node} value={row.fieldsMap[column.key]} /></RowContext>;
}

/** Every row of a sub-table; the header is repeated on each sheet. A value that a row's condition hides is not printed. */
export function PrintTable({ table, session }: Props) {
  const rows = Array.isArray(session.values[table.key]) ? session.values[table.key] as readonly Row[] : [];
  const columns = table.columns.filter((column) => column.node.isHideField !== '1' && column.mayRead(session.situation));
  const known = useOptionsOf(columns.map((column) => column.node));
  const summaries = columns.flatMap(({ key, node }): Summary[] => (node.summary === undefined ? [] : [{ key, kind: node.summary }]));
  const totals = createTotals(summaries);
  const totalOf = (column: CompiledColumn): string => {
    const total = column.node.summary === undefined ? null : totals.value(column.key, rows);
    if (total === null) return '';
    return column.node.summary === 'count' || !isNumber(column) ? String(total) : cellText(column, { [column.key]: total }, undefined);
  };
  return (
    <table className="pr-table" data-sub-table={table.key}>
      <thead>
        <tr><th className="pr-index" scope="col">序号</th>{columns.map((column) => <th key={column.key} scope="col" data-column={column.key}>{column.node.label ?? column.key}</th>)}</tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={row.id} data-row={index}>
            <td className="pr-index">{index + 1}</td>
            {columns.map((column, place) => (
              <td key={column.key} className={isNumber(column) ? 'pr-number' : undefined} data-column={column.key}>
                {column.access({ ...session.scope, row: row.fieldsMap }).visible && <CellValue column={column} row={row} options={known[place]?.options} />}
              </td>
            ))}
          </tr>
        ))}
        {rows.length === 0 && <tr><td colSpan={columns.length + 1}>（无）</td></tr>}
        {summaries.length > 0 && rows.length > 0 && (
          <tr className="pr-totals"><th scope="row">合计</th>{columns.map((column) => <td key={column.key} className="pr-number">{totalOf(column)}</td>)}</tr>
        )}
      </tbody>
    </table>
  );
}
