import { Drawer, Table } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useServices } from '../../runtime/contexts.ts';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import type { DrillDownPage, DrillDownQuery, Figure } from '../../runtime/services/datasets.ts';
import { detailAddress } from '../navigation/pageNavigation.ts';
import { Failure } from '../shared/Failure.tsx';
import { useLoad } from '../shared/useLoad.ts';
import { figureText, unitOf } from './figureText.ts';

interface Props {
  question: DrillDownQuery;
  /** Display title: the labels of the groups and of the figure. */
  title: string;
  /** The clicked figure, which defines the number format of the sum. */
  figure?: Figure | undefined;
  /** Whether the user may see records of the form at all. */
  maySee: boolean;
  onClose(): void;
}

const PAGE_SIZE = 10;

/**
 * Drawer with the records that a figure aggregates, limited to those the user may see; the footer shows the figure over
 * all of them.
 */
export function DrillDrawer({ question, title, figure, maySee, onClose }: Props) {
  useReturnedFocus();
  const services = useServices();
  const [pageNum, setPage] = useState(1);
  const { load, reload } = useLoad<DrillDownPage>(
    () => services.datasets.drillDown(question, { pageNum, pageSize: PAGE_SIZE }),
    [services, question, pageNum],
  );
  const value = load.value;
  return (
    <Drawer open title={`${title} · 明细`} width="min(960px, 100vw)" onClose={onClose} destroyOnHidden>
      {load.state === 'error' ? <Failure error={load.error} onRetry={reload} /> : null}
      {value === undefined && load.state === 'error' ? null : (
        <Table
          size="small"
          rowKey="id"
          loading={load.state === 'loading'}
          dataSource={value ? [...value.list] : []}
          scroll={{ x: 'max-content' }}
          columns={[
            {
              key: 'title',
              title: value?.formName ?? '记录',
              fixed: 'left' as const,
              render: (_value: unknown, row: DrillDownPage['list'][number]) => (
                <Link to={detailAddress({ formKey: value?.formKey ?? '', id: row.id })} data-record={row.id}>
                  {row.title || row.id}
                </Link>
              ),
            },
            ...(value?.columns ?? []).map((column) => ({
              key: column.name,
              title: column.label,
              align: column.isNumber ? ('right' as const) : ('left' as const),
              render: (_value: unknown, row: DrillDownPage['list'][number]) => row.texts[column.name] ?? '',
            })),
          ]}
          pagination={{
            current: pageNum,
            pageSize: PAGE_SIZE,
            total: value?.total ?? 0,
            showSizeChanger: false,
            showTotal: (total) => `共 ${total} 条`,
            onChange: setPage,
          }}
          locale={{ emptyText: maySee ? '没有符合条件的记录' : '没有您可查看的记录' }}
          footer={() =>
            value?.figure ? (
              <span data-drill-sum={value.figure.key}>
                {value.figure.label}：
                <b>
                  {figureText(
                    value.figure.value,
                    figure ?? {
                      key: value.figure.key,
                      label: '',
                      isMeasure: true,
                      ...(value.figure.precision === null ? {} : { precision: value.figure.precision }),
                    },
                  )}
                </b>
                {figure && unitOf(figure) !== '' ? ` ${unitOf(figure)}` : ''}
              </span>
            ) : null
          }
        />
      )}
    </Drawer>
  );
}
