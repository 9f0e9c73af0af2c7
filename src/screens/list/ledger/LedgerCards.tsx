import { Spin } from 'antd';
import { figureText } from '../../figures/figureText.ts';
import { LedgerCell } from './LedgerCell.tsx';
import { maxAbsoluteValueOf, type LedgerRowsProps } from './LedgerTable.tsx';

/**
 * A ledger on a phone: one card per row with the first text column as heading, and a last card with the sums of all
 * rows.
 */
export function LedgerCards({ page, columns, isLoading, empty, onDrill }: LedgerRowsProps) {
  const headColumn = columns.find(({ textHead }) => textHead !== null) ?? columns[0];
  const bodyColumns = columns.filter((column) => column !== headColumn);
  const figureColumns = columns.filter(({ figure }) => figure !== null);
  if (page.rows.length === 0 && !isLoading) return <div className="sc-cards-empty">{empty}</div>;
  return (
    <Spin spinning={isLoading}>
      <ul className="sc-cards">
        {page.rows.map((row, index) => (
          <li key={row.key} className="sc-card" data-row={index} data-record={row.recordId ?? undefined}>
            {headColumn ? (
              <div className="sc-card-head">
                <b>
                  <LedgerCell
                    column={headColumn}
                    row={row}
                    formKey={page.formKey}
                    linksToRecord
                    maxAbsoluteValue={0}
                    onDrill={onDrill}
                  />
                </b>
              </div>
            ) : null}
            <dl className="sc-card-body">
              {bodyColumns
                .filter(({ textHead, index }) => textHead === null || (row.cells[index]?.text ?? '') !== '')
                .map((column) => (
                  <div key={column.field}>
                    <dt>{column.title}</dt>
                    <dd>
                      <LedgerCell
                        column={column}
                        row={row}
                        formKey={page.formKey}
                        linksToRecord={false}
                        maxAbsoluteValue={column.isBar ? maxAbsoluteValueOf(page, column) : 0}
                        onDrill={onDrill}
                      />
                    </dd>
                  </div>
                ))}
            </dl>
          </li>
        ))}
        {figureColumns.length > 0 ? (
          <li className="sc-card sc-ledger-sums" data-sums={page.formKey}>
            <div className="sc-card-head">
              <b>全部合计</b>
            </div>
            <dl className="sc-card-body">
              {figureColumns.map((column) => (
                <div key={column.field}>
                  <dt>{column.title}</dt>
                  <dd data-sum={column.field}>
                    {column.figure ? figureText(page.sums[column.index], column.figure) : ''}
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        ) : null}
      </ul>
    </Spin>
  );
}
