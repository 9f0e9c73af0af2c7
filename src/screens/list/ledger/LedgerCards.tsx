import { Spin } from 'antd';
import { figureText } from '../../figures/figureText.ts';
import { LedgerCell } from './LedgerCell.tsx';
import { greatest, type LedgerRowsProps } from './LedgerTable.tsx';

/** A ledger on a phone: a card for each row, headed by its first column, and a last one with the sums of all rows. */
export function LedgerCards({ page, columns, isLoading, empty, onDrill }: LedgerRowsProps) {
  const first = columns.find(({ text }) => text !== null) ?? columns[0];
  const rest = columns.filter((column) => column !== first);
  const figures = columns.filter(({ figure }) => figure !== null);
  if (page.rows.length === 0 && !isLoading) return <div className="sc-cards-empty">{empty}</div>;
  return (
    <Spin spinning={isLoading}>
      <ul className="sc-cards">
        {page.rows.map((row, index) => (
          <li key={row.key} className="sc-card" data-row={index} data-record={row.recordId ?? undefined}>
            {first ? (
              <div className="sc-card-head">
                <b>
                  <LedgerCell column={first} row={row} formKey={page.formKey} isFirst most={0} onDrill={onDrill} />
                </b>
              </div>
            ) : null}
            <dl className="sc-card-body">
              {rest
                .filter(({ text, place }) => text === null || (row.cells[place]?.text ?? '') !== '')
                .map((column) => (
                  <div key={column.field}>
                    <dt>{column.title}</dt>
                    <dd>
                      <LedgerCell
                        column={column}
                        row={row}
                        formKey={page.formKey}
                        isFirst={false}
                        most={column.isBar ? greatest(page, column) : 0}
                        onDrill={onDrill}
                      />
                    </dd>
                  </div>
                ))}
            </dl>
          </li>
        ))}
        {figures.length > 0 ? (
          <li className="sc-card sc-ledger-sums" data-sums={page.formKey}>
            <div className="sc-card-head">
              <b>全部合计</b>
            </div>
            <dl className="sc-card-body">
              {figures.map((column) => (
                <div key={column.field}>
                  <dt>{column.title}</dt>
                  <dd data-sum={column.field}>
                    {column.figure ? figureText(page.sums[column.place], column.figure) : ''}
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
