import { DownloadOutlined, UnorderedListOutlined } from '@ant-design/icons';
import { Button, Drawer, Segmented, Table } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useServices } from '../../runtime/contexts.ts';
import { PHONE_WIDTH, useIsNarrowerThan } from '../../runtime/host/mediaQuery.ts';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '../../runtime/screen/pageSizes.ts';
import type { DrillDownPage, Figure } from '../../runtime/services/datasets.ts';
import type { FigureCell, DrillDownNumber } from '../../runtime/services/paging.ts';
import { ServiceError } from '../../runtime/services/serviceError.ts';
import type { RecordTexts } from '../../runtime/services/relations.ts';
import { amountText } from '../related/amountText.ts';
import { detailAddress, listAddress, toSearch } from '../navigation/pageNavigation.ts';
import { Failure } from '../shared/Failure.tsx';
import { messageOf } from '../shared/messages.ts';
import { useFeedback } from '../shared/useFeedback.ts';
import { useLoad } from '../shared/useLoad.ts';
import { figureText, unitOf } from './figureText.ts';

/** Records of one form that a number counts or adds up. */
export interface DrillPart {
  label: string;
  formKey: string;
  behind: DrillDownNumber;
}

/**
 * The number whose records the drawer lists. `figure`: a figure of a dataset; a calculated figure has several
 * `measures`, and the user selects one of them. `related`: a roll-up (a count or sum over the records that refer to one
 * record); a formula over several roll-ups has several `parts`, and the user selects one of them.
 */
export type DrillTarget =
  | {
      kind: 'figure';
      cell: Omit<FigureCell, 'figure'>;
      /** Display texts of the cell's group values. */
      labels: readonly string[];
      figure: Figure;
      measures: readonly Figure[];
    }
  | { kind: 'related'; parts: readonly DrillPart[]; title: string; note?: string };

interface Props {
  target: DrillTarget;
  onClose(): void;
}

type Sort = { field: string; order: 'asc' | 'desc' } | null;

/**
 * Drawer with the records that a number counts or adds up, as far as the user may see them. The user can sort the
 * records by any column, export them, and open them in the list of the form. For a figure of a dataset, the footer
 * shows the figure, computed over all of the records.
 */
export function DrillDrawer({ target, onClose }: Props) {
  useReturnedFocus();
  const services = useServices();
  const { message } = useFeedback();
  const isPhone = useIsNarrowerThan(PHONE_WIDTH);
  const [page, setPage] = useState({ pageNum: 1, pageSize: DEFAULT_PAGE_SIZE });
  const [sort, setSort] = useState<Sort>(null);
  const [isExporting, setExporting] = useState(false);
  const [chosenIndex, setChosenIndex] = useState(0);
  const measure = target.kind === 'figure' ? target.measures[chosenIndex] : undefined;
  const part = target.kind === 'related' ? target.parts[chosenIndex] : undefined;
  const behind: DrillDownNumber = part?.behind ?? drillDownNumberOf(target, measure);
  const choices: readonly { label: string }[] = target.kind === 'figure' ? target.measures : target.parts;
  const shownTitle = target.kind === 'figure' ? [...target.labels, target.figure.label].join(' · ') : target.title;
  const relatedTitle = choices.length > 1 ? `${shownTitle} · ${part?.label ?? ''}` : shownTitle;
  // the title of the chosen measure or part, for the exported file and for the list of the form
  const title =
    target.kind === 'figure' ? [...target.labels, (measure ?? target.figure).label].join(' · ') : relatedTitle;
  const { load, reload } = useLoad<RecordTexts & { figure?: DrillDownPage['figure'] }>(
    () =>
      'figure' in behind
        ? services.datasets.drillDown({ ...behind.figure, ...(sort ? { sort } : {}) }, page)
        : services.datasets.recordsBehind(part?.formKey ?? '', behind, page, sort ?? undefined),
    [services, JSON.stringify(behind), page, sort],
  );
  const value = load.value;
  const isSortRefused =
    sort !== null &&
    load.state === 'error' &&
    load.error instanceof ServiceError &&
    ['REQUEST_INVALID', 'COLUMN_NOT_READY'].includes(load.error.code);
  const exportAll = async (): Promise<void> => {
    setExporting(true);
    await services.records
      .exportRows(value?.formKey ?? '', { conditions: [], behind, ...(sort ? { sort } : {}) }, title, {
        isWholeUnit: true,
      })
      .catch((error: unknown) => message.error(messageOf(error)));
    setExporting(false);
  };
  const footerFigure = value?.figure;
  return (
    <Drawer open title={`${shownTitle} · 明细`} width="min(960px, 100vw)" onClose={onClose} destroyOnHidden>
      <div className="sc-drill-tools">
        {choices.length > 1 ? (
          <Segmented
            aria-label="由以下各项算得"
            value={chosenIndex}
            options={choices.map(({ label }, index) => ({ value: index, label }))}
            onChange={(index) => {
              setChosenIndex(index);
              setSort(null);
              setPage((before) => ({ ...before, pageNum: 1 }));
            }}
          />
        ) : null}
        {value && value.total > 0 ? (
          <span className="sc-drill-buttons">
            {value.mayExport ? (
              <Button
                icon={<DownloadOutlined />}
                loading={isExporting}
                onClick={() => void exportAll()}
                data-action="exportRecords"
              >
                导出
              </Button>
            ) : null}
            <Link to={filteredListAddress(value.formKey, behind, title)} onClick={onClose} data-action="openInList">
              <UnorderedListOutlined /> 在列表中打开
            </Link>
          </span>
        ) : null}
      </div>
      {load.state === 'error' ? (
        <Failure error={load.error} onRetry={isSortRefused ? () => setSort(null) : reload} />
      ) : null}
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
              // not fixed on a phone, where the titles would fill the width
              ...(isPhone ? {} : { fixed: 'left' as const }),
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
              ...(column.isSortable
                ? {
                    sorter: true,
                    showSorterTooltip: { title: '点击排序' },
                    sortOrder:
                      sort?.field === column.name
                        ? sort.order === 'asc'
                          ? ('ascend' as const)
                          : ('descend' as const)
                        : null,
                  }
                : {}),
              render: (_value: unknown, row: DrillDownPage['list'][number]) => cellText(row.texts[column.name] ?? ''),
            })),
          ]}
          pagination={{
            current: page.pageNum,
            pageSize: page.pageSize,
            total: value?.total ?? 0,
            showSizeChanger: (value?.total ?? 0) > (PAGE_SIZES[0] ?? 0),
            pageSizeOptions: [...PAGE_SIZES],
            showTotal: (total) => `共 ${total} 条`,
          }}
          onChange={({ current = 1, pageSize = DEFAULT_PAGE_SIZE }, _filters, sorter, { action }) => {
            const activeSorter = Array.isArray(sorter) ? sorter[0] : sorter;
            if (action === 'sort')
              setSort(
                activeSorter?.order
                  ? { field: String(activeSorter.columnKey), order: activeSorter.order === 'ascend' ? 'asc' : 'desc' }
                  : null,
              );
            setPage({ pageNum: action === 'sort' ? 1 : current, pageSize });
          }}
          locale={{ emptyText: value === undefined ? ' ' : value.maySee ? '没有符合条件的记录' : '没有您可查看的记录' }}
          footer={() =>
            footerFigure ? (
              <span data-drill-sum={footerFigure.key}>
                {footerFigure.label}：
                <b>
                  {figureText(
                    footerFigure.value,
                    measure ?? {
                      key: footerFigure.key,
                      label: '',
                      isMeasure: true,
                      ...(footerFigure.precision === null ? {} : { precision: footerFigure.precision }),
                    },
                  )}
                </b>
                {measure && unitOf(measure) !== '' ? ` ${unitOf(measure)}` : ''}
              </span>
            ) : target.kind === 'related' && value ? (
              (target.note ?? null)
            ) : null
          }
        />
      )}
    </Drawer>
  );
}

const drillDownNumberOf = (target: DrillTarget, measure: Figure | undefined): DrillDownNumber => ({
  figure: {
    ...(target.kind === 'figure' ? target.cell : { datasetKey: '', keys: {} }),
    ...(measure ? { figure: measure.key } : {}),
  },
});

/**
 * Adds thousands separators to a number with decimals. A number without decimals stays unchanged, because it may be a
 * year or a code.
 */
const cellText = (text: string): string => {
  const [, decimals] = /^-?\d+\.(\d+)$/.exec(text) ?? [];
  return decimals === undefined ? text : amountText(text, decimals.length);
};

/** Returns the address of the form's list, restricted to the records that a number counts or adds up. */
const filteredListAddress = (formKey: string, behind: DrillDownNumber, title: string): string =>
  `${listAddress(formKey)}&${toSearch({ behind: JSON.stringify(behind), behindTitle: title }).slice(1)}`;
