import { DownloadOutlined, ReloadOutlined } from '@ant-design/icons';
import { Alert, Button, Empty, Input, Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { ListNode } from '../../../grammar/nodes.ts';
import type { Path } from '../../../domain/problem/index.ts';
import { useRegistry, useServices } from '../../../runtime/contexts.ts';
import { PHONE_WIDTH, useIsNarrowerThan } from '../../../runtime/host/mediaQuery.ts';
import { Pager } from '../../../runtime/screen/Pager.tsx';
import type { Line, LinesPage } from '../../../runtime/services/datasets.ts';
import { paramFilters } from '../../figures/paramFilters.ts';
import { filterValuesIn } from '../../figures/filterValues.ts';
import { useDrill } from '../../figures/useDrill.tsx';
import { usePageNavigation } from '../../navigation/pageNavigation.ts';
import { SubscribeButton } from '../../subscriptions/SubscribeButton.tsx';
import { messageOf } from '../../shared/messages.ts';
import { useFeedback } from '../../shared/useFeedback.ts';
import { readLayout, useColumnChoice } from '../columns/columnChoice.ts';
import { ColumnSettings } from '../columns/ColumnSettings.tsx';
import { FilterBar } from '../FilterBar.tsx';
import { useFormRights } from '../useFormRights.ts';
import { SavedViews } from '../views/SavedViews.tsx';
import { LedgerCards } from './LedgerCards.tsx';
import { ledgerColumns, type LedgerColumn } from './ledgerColumns.ts';
import { LedgerTable } from './LedgerTable.tsx';
import { useLedger } from './useLedger.ts';
import '../../screens.css';
import '../../figures/figures.css';

/**
 * The `list` block of a dataset (a ledger): its rows are records or groups, and its footer shows the sums of all rows.
 */
export function LedgerList({ node, path }: { node: ListNode; path: Path }) {
  const registry = useRegistry();
  const { query } = usePageNavigation();
  const ledger = useLedger(node, path);
  const { outline, state, load, reload } = ledger;
  const filterKeys = node.filters?.map(({ field }) => field);
  const filters = useMemo(
    () => paramFilters(outline.load.value?.params ?? [], filterKeys, registry),
    // oxlint-disable-next-line react/exhaustive-deps -- `filterKeys` comes from the document, which does not change
    [outline.load.value, registry],
  );
  const filterValuesJson = JSON.stringify(filterValuesIn(query));
  const defaults = outline.load.value?.values;
  const values = useMemo(
    () => ({ ...defaults, ...(JSON.parse(filterValuesJson) as Record<string, unknown>) }),
    [defaults, filterValuesJson],
  );
  const isFiltered = state.keyword !== '' || filterValuesJson !== '{}';
  const page = load.value;
  return (
    <div className="sc-list" data-list={node.dataset}>
      <FilterBar filters={filters} values={values} onSearch={ledger.applyParams} onReset={ledger.reset} />
      {load.state === 'error' ? (
        <Alert
          type="error"
          showIcon
          message="列表加载失败"
          description={messageOf(load.error)}
          action={
            <Button size="small" onClick={reload} data-action="retry">
              重试
            </Button>
          }
        />
      ) : null}
      {page === undefined ? (
        load.state === 'loading' ? (
          <Skeleton active paragraph={{ rows: 8 }} />
        ) : null
      ) : (
        <LedgerPage node={node} page={page} ledger={ledger} isFiltered={isFiltered} />
      )}
    </div>
  );
}

interface LedgerPageProps {
  node: ListNode;
  page: LinesPage;
  ledger: ReturnType<typeof useLedger>;
  isFiltered: boolean;
}

function LedgerPage({ node, page, ledger, isFiltered }: LedgerPageProps) {
  const services = useServices();
  const { message } = useFeedback();
  const { state, question, load, reload, show } = ledger;
  const isPhone = useIsNarrowerThan(PHONE_WIDTH);
  const { rights } = useFormRights(page.formKey);
  const columnsJson = JSON.stringify([page.heads, page.figures]);
  const columns = useMemo(
    () => ledgerColumns(node, page),
    // oxlint-disable-next-line react/exhaustive-deps -- `columnsJson` identifies the columns of the answer, independent of its rows
    [node, columnsJson],
  );
  const storageKey = `${useLocation().pathname}:${node.dataset ?? ''}:${node.key ?? ''}`;
  const columnChoice = useColumnChoice(storageKey, columns);
  const visibleColumns = columnChoice.shown as readonly LedgerColumn[];
  const [searchInput, setSearchInput] = useState({ appliedKeyword: state.keyword, typedText: state.keyword });
  // another applied keyword (back button, saved view) replaces the text that the user typed before
  const typedKeyword = searchInput.appliedKeyword === state.keyword ? searchInput.typedText : state.keyword;
  const [isExporting, setExporting] = useState(false);
  const drill = useDrill(question, {
    ...page,
    datasetKey: question.datasetKey,
    groups: [],
    rows: [],
  });
  const onDrill = (column: LedgerColumn, row: Line): void =>
    drill.open({ keys: row.keys, labels: row.cells.map(({ text }) => text), figure: column.field });
  const areRowsRecords = page.rows[0]?.recordId !== null;
  const title = node.title ?? page.name;
  const exportAll = async (): Promise<void> => {
    setExporting(true);
    await services.datasets
      .exportLines(
        question,
        visibleColumns.map(({ field }) => field),
        title,
      )
      .catch((error: unknown) => message.error(messageOf(error)));
    setExporting(false);
  };
  const empty = (
    <Empty
      image={Empty.PRESENTED_IMAGE_SIMPLE}
      description={isFiltered ? '没有符合条件的记录' : page.maySee ? '还没有记录' : '没有您可查看的记录'}
    >
      {isFiltered ? (
        <Button onClick={ledger.reset} data-action="clear">
          清除条件
        </Button>
      ) : null}
    </Empty>
  );
  const rowsProps = {
    page,
    columns: visibleColumns,
    isLoading: load.state === 'loading',
    empty,
    firstNumber: (state.pageNum - 1) * state.pageSize + 1,
    onDrill: areRowsRecords ? undefined : onDrill,
  };
  return (
    <>
      <div className="sc-toolbar">
        <h2 className="sc-title">{title}</h2>
        <div className="sc-toolbar-buttons">
          <Input.Search
            className="sc-ledger-search"
            allowClear
            value={typedKeyword}
            onChange={({ target }) => setSearchInput({ appliedKeyword: state.keyword, typedText: target.value })}
            maxLength={100}
            placeholder="搜索列表内容"
            aria-label="搜索列表内容"
            onSearch={(keyword) => (keyword.trim() === state.keyword ? reload() : show({ keyword: keyword.trim() }))}
          />
          {page.total > 0 && (rights === undefined || rights.includes('export')) ? (
            <Button
              icon={<DownloadOutlined />}
              loading={isExporting}
              onClick={() => void exportAll()}
              data-action="export"
            >
              导出
            </Button>
          ) : null}
          {page.maySee ? <SubscribeButton title={title} question={question} hasText /> : null}
          <Button icon={<ReloadOutlined />} onClick={reload} data-action="refresh">
            刷新
          </Button>
          {page.maySee ? (
            <SavedViews
              formKey={page.formKey}
              storageKey={storageKey}
              viewId={state.viewId}
              readConfig={() => ({ query: ledger.savedQuery(), columns: columnChoice.layout })}
              onUse={(view) => {
                columnChoice.applyLayout(readLayout(view.config.columns));
                ledger.applyQuery({ ...view.config.query, view: view.id });
              }}
              onLeave={() => {
                columnChoice.restore();
                ledger.reset();
              }}
            />
          ) : null}
          <ColumnSettings choice={columnChoice} />
        </div>
      </div>
      {isPhone ? (
        <LedgerCards {...rowsProps} />
      ) : (
        <LedgerTable
          {...rowsProps}
          sort={state.sort}
          defaultSort={ledger.defaultSort}
          onSort={(sort) => show({ sort })}
          onResize={columnChoice.resize}
        />
      )}
      {page.ofAll !== null ? (
        <p className="sc-figure-note" role="note">
          前 {page.total} 行，共 {page.ofAll} 行
        </p>
      ) : null}
      {page.total > 0 ? (
        <Pager
          pageNum={state.pageNum}
          pageSize={state.pageSize}
          total={page.total}
          isEmpty={page.rows.length === 0}
          onChange={(pageNum, pageSize) => show({ pageNum, pageSize })}
        />
      ) : null}
      {drill.drawer}
    </>
  );
}
