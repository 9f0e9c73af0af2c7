import { Spin } from 'antd';
import type { ReactNode } from 'react';
import type { FormRecord } from '../../grammar/documents.ts';
import { useRegistry } from '../../runtime/contexts.ts';
import { isVoided } from '../shared/flowState.ts';
import { FlowStateTag } from '../shared/FlowStateTag.tsx';
import { Cell, isCellEmpty } from './Cell.tsx';
import type { ListColumn } from './compile.ts';
import { RollupCell } from './RollupCell.tsx';

interface Props {
  columns: readonly ListColumn[];
  records: readonly FormRecord[];
  isLoading: boolean;
  /** Shown if there are no records. */
  empty: ReactNode;
  actionsOf(record: FormRecord): ReactNode;
  onOpen(record: FormRecord): void;
}

/**
 * Records as cards, on phones and in the display mode `cards`: the first column is the heading, with the flow state
 * next to it. The other values are below; blank ones are left out.
 */
export function RecordCards({ columns, records, isLoading, empty, actionsOf, onOpen }: Props) {
  const registry = useRegistry();
  const stateColumn = columns.find((column) => column.system === 'flwState');
  const [headColumn, ...bodyColumns] = columns.filter((column) => column !== stateColumn);
  if (records.length === 0 && !isLoading) return <div className="sc-cards-empty">{empty}</div>;
  return (
    <Spin spinning={isLoading}>
      <ul className="sc-cards">
        {records.map((record, index) => (
          <li
            key={record.id ?? index}
            className={isVoided(record) ? 'sc-card sc-voided' : 'sc-card'}
            data-row={index}
            data-record={record.id}
          >
            <div className="sc-card-head">
              <button type="button" className="sc-card-open" onClick={() => onOpen(record)}>
                {headColumn && !isCellEmpty(headColumn, record, registry) ? (
                  <Cell column={headColumn} record={record} />
                ) : (
                  record.title || '未填写'
                )}
              </button>
              {stateColumn ? (
                <Cell column={stateColumn} record={record} />
              ) : isVoided(record) ? (
                <FlowStateTag state={record.flwState} />
              ) : null}
            </div>
            <dl className="sc-card-body">
              {bodyColumns
                .filter((column) => !isCellEmpty(column, record, registry))
                .map((column) => (
                  <div key={column.field}>
                    <dt>{column.title}</dt>
                    <dd>
                      <RollupCell column={column} record={record} />
                    </dd>
                  </div>
                ))}
            </dl>
            {actionsOf(record)}
          </li>
        ))}
      </ul>
    </Spin>
  );
}
