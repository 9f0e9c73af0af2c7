import { Button, Checkbox, Spin, Table, type TableColumnsType } from 'antd';
import type { ReactNode } from 'react';
import { onRowKey } from '../shared/rowKeys.ts';
import { TickAll } from '../shared/TickAll.tsx';
import { PHONE_WIDTH, useNarrower } from '../../runtime/host/mediaQuery.ts';
import '../screens.css';

export interface FeedColumn<T> {
  key: string;
  title: string;
  width: number;
  render(row: T): ReactNode;
}

export interface FeedProps<T> {
  rows: readonly T[];
  idOf(row: T): string;
  /** Heading of the first column, and what it shows. */
  titleHead: string;
  titleOf(row: T): string;
  /** Not read yet: set in bold. */
  isNew?(row: T): boolean;
  columns: readonly FeedColumn<T>[];
  /** Titles and texts say what is to be done: they stand in full, over several lines. */
  isWhole?: boolean;
  isLoading: boolean;
  empty: ReactNode;
  onOpen(row: T): void;
  selection?: { ids: readonly string[]; onChange(ids: string[]): void };
}

const TITLE_WIDTH = 280;
const CHECK_WIDTH = 48;

/** Messages of any kind, the newest first: a table, or cards on a phone. Each opens; several can be chosen. */
export function Feed<T>(props: FeedProps<T>) {
  return useNarrower(PHONE_WIDTH) ? <FeedCards {...props} /> : <FeedTable {...props} />;
}

function Title<T>({ row, titleOf, isNew, onOpen }: Pick<FeedProps<T>, 'titleOf' | 'isNew' | 'onOpen'> & { row: T }) {
  const isUnread = isNew?.(row) === true;
  return (
    <button
      type="button"
      className={isUnread ? 'sc-link sc-unread' : 'sc-link'}
      title={titleOf(row)}
      onClick={() => onOpen(row)}
      data-action="open"
    >
      {isUnread ? (
        <>
          <span className="sc-dot" />
          <span className="sc-hidden-text">未读：</span>
        </>
      ) : null}
      {titleOf(row)}
    </button>
  );
}

function FeedTable<T>({
  rows,
  idOf,
  titleHead,
  columns,
  isWhole = false,
  isLoading,
  empty,
  selection,
  ...own
}: FeedProps<T>) {
  const shown: TableColumnsType<T> = [
    {
      key: 'title',
      title: titleHead,
      width: TITLE_WIDTH,
      ellipsis: !isWhole,
      render: (_value, row) => <Title row={row} {...own} />,
    },
    ...columns.map(({ key, title, width, render }) => ({
      key,
      title,
      width,
      ellipsis: !isWhole,
      render: (_value: unknown, row: T) => render(row),
    })),
  ];
  return (
    <Table<T>
      size="middle"
      rowKey={idOf}
      columns={shown}
      dataSource={[...rows]}
      pagination={false}
      loading={isLoading}
      locale={{ emptyText: empty }}
      scroll={{ x: columns.reduce((sum, { width }) => sum + width, TITLE_WIDTH + CHECK_WIDTH) }}
      {...(selection
        ? {
            rowSelection: {
              selectedRowKeys: [...selection.ids],
              columnTitle: (box: ReactNode) => <TickAll>{box}</TickAll>,
              columnWidth: CHECK_WIDTH,
              onChange: (keys) => selection.onChange(keys.map(String)),
              getCheckboxProps: (row) => ({ 'aria-label': `选择：${own.titleOf(row)}` }) as object,
            },
          }
        : {})}
      onRow={(row, index) =>
        ({
          tabIndex: 0,
          'data-row': index,
          'data-id': idOf(row),
          onDoubleClick: () => own.onOpen(row),
          onKeyDown: (event) => onRowKey(event, () => own.onOpen(row)),
        }) as React.HTMLAttributes<HTMLElement>
      }
    />
  );
}

function FeedCards<T>({ rows, idOf, columns, isLoading, empty, selection, ...own }: FeedProps<T>) {
  if (rows.length === 0 && !isLoading) return <div className="sc-cards-empty">{empty}</div>;
  const toggle = (id: string): void =>
    selection?.onChange(
      selection.ids.includes(id) ? selection.ids.filter((one) => one !== id) : [...selection.ids, id],
    );
  return (
    <Spin spinning={isLoading}>
      <ul className="sc-cards">
        {rows.map((row, index) => (
          <li key={idOf(row)} className="sc-card" data-row={index} data-id={idOf(row)}>
            <div className="sc-card-head">
              <Title row={row} {...own} />
              {selection ? (
                <Checkbox
                  checked={selection.ids.includes(idOf(row))}
                  onChange={() => toggle(idOf(row))}
                  aria-label={`选择：${own.titleOf(row)}`}
                />
              ) : null}
            </div>
            <dl className="sc-card-body">
              {columns
                .map(({ key, title, render }) => ({ key, title, shown: render(row) }))
                .filter(({ shown }) => shown !== '' && shown !== null)
                .map(({ key, title, shown }) => (
                  <div key={key}>
                    <dt>{title}</dt>
                    <dd>{shown}</dd>
                  </div>
                ))}
            </dl>
            <Button type="link" size="small" onClick={() => own.onOpen(row)}>
              查看
            </Button>
          </li>
        ))}
      </ul>
    </Spin>
  );
}
