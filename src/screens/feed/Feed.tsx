import { Button, Checkbox, Spin, Table, type TableColumnsType } from 'antd';
import type { ReactNode } from 'react';
import { onRowKey } from '../shared/onRowKey.ts';
import { SelectAllBox } from '../shared/SelectAllBox.tsx';
import { PHONE_WIDTH, useIsNarrowerThan } from '../../runtime/host/mediaQuery.ts';
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
  /** Heading of the first column, which shows `titleOf` of each row. */
  titleHead: string;
  titleOf(row: T): string;
  /** Returns true for an unread row, which is shown in bold. */
  isNew?(row: T): boolean;
  columns: readonly FeedColumn<T>[];
  /** Shows titles and texts completely, over several lines. */
  isMultiline?: boolean;
  isLoading: boolean;
  /** Shown instead of rows if there are none. */
  empty: ReactNode;
  onOpen(row: T): void;
  selection?: { ids: readonly string[]; onChange(ids: string[]): void };
}

// column widths in px
const TITLE_WIDTH = 280;
const CHECK_WIDTH = 48;

/** A list of messages: a table, or cards on a phone. Rows can be opened and, with `selection`, selected. */
export function Feed<T>(props: FeedProps<T>) {
  return useIsNarrowerThan(PHONE_WIDTH) ? <FeedCards {...props} /> : <FeedTable {...props} />;
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
  isMultiline = false,
  isLoading,
  empty,
  selection,
  ...titleProps
}: FeedProps<T>) {
  const tableColumns: TableColumnsType<T> = [
    {
      key: 'title',
      title: titleHead,
      width: TITLE_WIDTH,
      ellipsis: !isMultiline,
      render: (_value, row) => <Title row={row} {...titleProps} />,
    },
    ...columns.map(({ key, title, width, render }) => ({
      key,
      title,
      width,
      ellipsis: !isMultiline,
      render: (_value: unknown, row: T) => render(row),
    })),
  ];
  return (
    <Table<T>
      size="middle"
      rowKey={idOf}
      columns={tableColumns}
      dataSource={[...rows]}
      pagination={false}
      loading={isLoading}
      locale={{ emptyText: empty }}
      scroll={{ x: columns.reduce((sum, { width }) => sum + width, TITLE_WIDTH + CHECK_WIDTH) }}
      {...(selection
        ? {
            rowSelection: {
              selectedRowKeys: [...selection.ids],
              columnTitle: (box: ReactNode) => <SelectAllBox>{box}</SelectAllBox>,
              columnWidth: CHECK_WIDTH,
              onChange: (keys) => selection.onChange(keys.map(String)),
              getCheckboxProps: (row) => ({ 'aria-label': `选择：${titleProps.titleOf(row)}` }) as object,
            },
          }
        : {})}
      onRow={(row, index) =>
        ({
          tabIndex: 0,
          'data-row': index,
          'data-id': idOf(row),
          onDoubleClick: () => titleProps.onOpen(row),
          onKeyDown: (event) => onRowKey(event, () => titleProps.onOpen(row)),
        }) as React.HTMLAttributes<HTMLElement>
      }
    />
  );
}

function FeedCards<T>({ rows, idOf, columns, isLoading, empty, selection, ...titleProps }: FeedProps<T>) {
  if (rows.length === 0 && !isLoading) return <div className="sc-cards-empty">{empty}</div>;
  const toggle = (id: string): void =>
    selection?.onChange(
      selection.ids.includes(id) ? selection.ids.filter((selectedId) => selectedId !== id) : [...selection.ids, id],
    );
  return (
    <Spin spinning={isLoading}>
      <ul className="sc-cards">
        {rows.map((row, index) => (
          <li key={idOf(row)} className="sc-card" data-row={index} data-id={idOf(row)}>
            <div className="sc-card-head">
              <Title row={row} {...titleProps} />
              {selection ? (
                <Checkbox
                  checked={selection.ids.includes(idOf(row))}
                  onChange={() => toggle(idOf(row))}
                  aria-label={`选择：${titleProps.titleOf(row)}`}
                />
              ) : null}
            </div>
            <dl className="sc-card-body">
              {columns
                .map(({ key, title, render }) => ({ key, title, content: render(row) }))
                .filter(({ content }) => content !== '' && content !== null)
                .map(({ key, title, content }) => (
                  <div key={key}>
                    <dt>{title}</dt>
                    <dd>{content}</dd>
                  </div>
                ))}
            </dl>
            <Button type="link" size="small" onClick={() => titleProps.onOpen(row)}>
              查看
            </Button>
          </li>
        ))}
      </ul>
    </Spin>
  );
}
