import {
  CheckSquareOutlined,
  DownloadOutlined,
  DownOutlined,
  PlusOutlined,
  ReloadOutlined,
  UploadOutlined,
} from '@ant-design/icons';
import { Alert, Button, Dropdown, Empty } from 'antd';
import { useState, type ReactNode } from 'react';
import type { FormRecord } from '../../grammar/documents.ts';
import type { ListNode } from '../../grammar/nodes.ts';
import type { FormAction } from '../../effects/index.ts';
import type { FormDefinition } from '../../kernel/index.ts';
import type { FormLookup } from '../../relations/index.ts';
import { ScanButtons } from '../actions/ScanButtons.tsx';
import { SelectionBar } from '../actions/SelectionBar.tsx';
import { actionsAt, isButtonShown } from '../actions/shownActions.ts';
import { usePress } from '../actions/usePress.tsx';
import type { Path } from '../../domain/problem/index.ts';
import { useRegistry, useSituation } from '../../runtime/contexts.ts';
import { DraftsButton } from '../detail/drafts/DraftsButton.tsx';
import { RecordDialog } from '../navigation/RecordDialog.tsx';
import { evaluateCondition } from '../shared/evaluateCondition.ts';
import { messageOf } from '../shared/messages.ts';
import { Pager } from '../../runtime/screen/Pager.tsx';
import { PHONE_WIDTH, useIsNarrowerThan } from '../../runtime/host/mediaQuery.ts';
import { isActionShown, labelOf } from './actions.ts';
import { BatchFailures, type BatchFailure } from '../shared/BatchFailures.tsx';
import { BatchButtons, type BatchName } from './BatchButtons.tsx';
import { ColumnSettings } from './columns/ColumnSettings.tsx';
import type { ListAction } from './compile.ts';
import { FilterBar } from './FilterBar.tsx';
import { ListSums } from './ListSums.tsx';
import { AdvancedFilter } from './more/AdvancedFilter.tsx';
import { withConditions, type AdvancedCondition } from './more/advancedConditions.ts';
import { GalleryView } from './views/GalleryView.tsx';
import { DisplayModeSwitch } from './views/DisplayModeSwitch.tsx';
import { SavedViews } from './views/SavedViews.tsx';
import { SortChoice } from './views/SortChoice.tsx';
import { isSelfLoadingMode, SelfLoadingView } from './views/SelfLoadingView.tsx';
import { ImportDialog } from './importing/ImportDialog.tsx';
import { placeConditions } from './map/places.ts';
import { areSameFilters, isNarrowed, toListQuery } from './query.ts';
import { RecordCards } from './RecordCards.tsx';
import { RecordTable } from './RecordTable.tsx';
import { RowActions } from './RowActions.tsx';
import { useList } from './useList.ts';
import { useFormRights } from './useFormRights.ts';
import { usePreloadForm } from './usePreloadForm.ts';
import { useListActions } from './useListActions.ts';

interface Props {
  node: ListNode;
  form: FormDefinition;
  /** Returns the related form with this key, for columns and filters that follow relations. */
  formOf?: FormLookup | undefined;
  /** Schema path of the list in the document of the screen. */
  path: Path;
}

/** The records of a form in the selected display mode, with filters, actions and pager. */
export function RecordList({ node, form, formOf, path }: Props) {
  const { user } = useSituation();
  const registry = useRegistry();
  const isPhone = useIsNarrowerThan(PHONE_WIDTH);
  const listView = useList(node, form, formOf, path);
  const { list, state, columnChoice, load, refreshKey, reload, show, reset } = listView;
  // the address parameters of the record that is open in the dialog
  const [dialogRecordParams, setDialogRecordParams] = useState<Record<string, string> | null>(null);
  const [isImporting, setImporting] = useState(false);
  const query = toListQuery(state, list);
  // sums and export contain only the records of the place that is selected on the map
  const shownQuery =
    list.map && state.displayMode.kind === 'map'
      ? { ...query, conditions: [...query.conditions, ...placeConditions(list.map, state.place ?? '')] }
      : query;
  const listActions = useListActions({
    list,
    columns: columnChoice.shown,
    query: shownQuery,
    reload,
    openDialog: setDialogRecordParams,
    openImport: () => setImporting(true),
  });

  const { rights, isDisabled } = useFormRights(list.formKey);
  const [selectedIds, setSelectedIds] = useState<readonly string[]>([]);
  const [batchFailures, setBatchFailures] = useState<readonly BatchFailure[]>([]);
  const [isSelecting, setSelecting] = useState(false);
  const { press, busyKey, dialog } = usePress(list.form, () => {
    setSelectedIds([]);
    reload();
  });
  const formButtons = (position: 'row' | 'selection', record: FormRecord | null): FormAction[] =>
    actionsAt(list.form, position, user).filter(
      (action) => record === null || isButtonShown(action, record, list.form, registry, user),
    );
  const isKnown = (action: ListAction): boolean =>
    listActions.isBuiltIn(action.name) || registry.action(action.name) !== undefined;
  const offeredActions = (actions: readonly ListAction[], record: FormRecord | null): ListAction[] =>
    actions.filter(
      (action) => isKnown(action) && isActionShown(action, record, user, evaluateCondition, list.access, rights),
    );
  const actionsOf = (record: FormRecord) => (
    <RowActions
      actions={offeredActions(list.rowActions, record)}
      buttons={formButtons('row', record)}
      isBusy={busyKey !== null}
      record={record}
      onRunListAction={listActions.onRecord}
      onRunFormButton={(action) => press(action, [record])}
    />
  );
  const editActions = list.rowActions.filter(({ name }) => name === 'edit');
  const mayEdit = (record: FormRecord): boolean => offeredActions(editActions, record).length > 0;
  const onOpen = (record: FormRecord): void => listActions.onRecord({ name: 'view' }, record);

  const topActions = offeredActions(list.topActions, null);
  const createAction = topActions.find((action) => action.name === 'create');
  const exportAction = topActions.find((action) => action.name === 'export');
  usePreloadForm(list.form, createAction !== undefined && load.state === 'ready');
  const isFiltered = isNarrowed(state, list);
  const empty = (
    <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={isFiltered ? '没有符合条件的记录' : '还没有记录'}>
      {isFiltered ? (
        <Button onClick={reset} data-action="reset">
          清除条件
        </Button>
      ) : createAction ? (
        <Button
          type="primary"
          icon={<PlusOutlined />}
          onClick={() => listActions.onList(createAction)}
          data-action="create"
        >
          {labelOf(createAction)}
        </Button>
      ) : null}
    </Empty>
  );
  const page = load.value;
  const records = page?.list ?? [];
  const selectionButtons = formButtons('selection', null);
  const batchNames: BatchName[] = [
    ...(list.hasFlow && list.rowActions.some(({ name }) => name === 'edit') ? ['submit' as const] : []),
    ...(list.rowActions.some(({ name }) => name === 'remove') ? ['remove' as const] : []),
    ...(topActions.some(({ name }) => name === 'export') ? ['export' as const] : []),
  ];
  // row actions that can open one page for all selected records
  const pageActions = list.rowActions.filter((action) => action.name === 'openPage' && action.args?.many === true);
  const isApplicable = (name: BatchName, record: FormRecord): boolean =>
    batchNames.includes(name) && (name === 'export' || offeredActions([{ name }], record).length > 0);
  const showAsTable = (conditions: readonly AdvancedCondition[]): void =>
    show({ displayMode: TABLE_MODE, advanced: withConditions(state.advanced, conditions) });
  const isSelfLoading = isSelfLoadingMode(state.displayMode);
  const isTable = !isPhone && state.displayMode.kind === 'table';
  const maySelect = isTable && (selectionButtons.length > 0 || isSelecting);
  const selectedRecords = records.filter(({ id }) => selectedIds.includes(id ?? ''));
  const sharedProps = {
    columns: columnChoice.shown,
    records,
    isLoading: load.state === 'loading',
    empty: load.state === 'ready' ? empty : <span />,
    actionsOf,
    onOpen,
  };
  const sortChoice =
    records.length > 1 ? (
      <SortChoice columns={list.columns} sort={state.sort} defaultSort={list.sort} onSort={(sort) => show({ sort })} />
    ) : null;

  return (
    <div className="sc-list" data-list={list.formKey}>
      <FilterBar
        filters={list.filters}
        values={state.filters}
        ignoredFilters={state.ignoredFilters}
        onSearch={(filters) => (areSameFilters(filters, state.filters) ? reload() : show({ filters }))}
        onReset={reset}
      />
      {state.drillDown ? (
        <Alert
          type="info"
          showIcon
          message={`仅列出“${state.drillDown.title || '统计数'}”背后的记录`}
          action={
            <Button size="small" onClick={reset} data-action="leave-drill-down">
              查看全部
            </Button>
          }
        />
      ) : null}
      {isDisabled ? (
        <Alert banner type="info" message="此表单已停用，不能新增；已有的记录仍可查看和办理。" data-disabled-form="" />
      ) : null}
      <div className="sc-toolbar">
        <h2 className="sc-title">{list.title}</h2>
        <div className="sc-toolbar-buttons">
          {topActions.map((action) => (
            <Button
              key={action.name}
              type={action.type === 'primary' || action.type === 'link' ? action.type : 'default'}
              danger={action.type === 'danger'}
              icon={ICONS[action.name]}
              onClick={() => listActions.onList(action)}
              data-action={action.name}
            >
              {labelOf(action)}
            </Button>
          ))}
          {exportAction ? (
            <Dropdown
              trigger={['click']}
              menu={{
                items: [{ key: 'all', label: '导出全部字段' }],
                onClick: () => listActions.onList({ ...exportAction, args: { ...exportAction.args, all: true } }),
              }}
            >
              <Button icon={<DownOutlined />} aria-label="更多导出方式" data-action="export-more" />
            </Dropdown>
          ) : null}
          <ScanButtons
            definition={list.form}
            conditions={list.fixedConditions}
            isWholeUnit={list.isWholeUnit}
            onRecordsChanged={reload}
          />
          {createAction ? <DraftsButton formKey={list.formKey} isRecordOpen={dialogRecordParams !== null} /> : null}
          <Button icon={<ReloadOutlined />} onClick={reload} data-action="refresh">
            刷新
          </Button>
          <SavedViews
            formKey={list.formKey}
            storageKey={listView.storageKey}
            viewId={state.viewId}
            documentViews={list.documentViews}
            supportsDefault
            readConfig={() => ({ query: listView.savedQuery(), columns: columnChoice.layout })}
            onUse={listView.applySavedView}
            onUseDocumentView={listView.applyDocumentView}
            onLeave={listView.leaveView}
          />
          {isTable &&
          batchNames.length + pageActions.length > 0 &&
          selectionButtons.length === 0 &&
          (records.length > 0 || isSelecting) ? (
            <Button
              icon={<CheckSquareOutlined />}
              aria-pressed={isSelecting}
              onClick={() => {
                setSelecting(!isSelecting);
                setSelectedIds([]);
              }}
              data-action="select-rows"
            >
              {isSelecting ? '退出批量' : '批量'}
            </Button>
          ) : null}
          <AdvancedFilter
            fields={list.conditionFields}
            value={state.advanced}
            onChange={(advanced) => show({ advanced })}
          />
          <DisplayModeSwitch
            list={list}
            displayMode={state.displayMode}
            onChange={(displayMode) => show({ displayMode })}
          />
          <ColumnSettings choice={columnChoice} />
        </div>
      </div>
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
      <BatchFailures failures={batchFailures} onClose={() => setBatchFailures([])} />
      {selectedRecords.length > 0 && maySelect ? (
        <SelectionBar
          definition={list.form}
          actions={selectionButtons}
          records={selectedRecords}
          busyKey={busyKey}
          onPress={(action, applicableRecords) => press(action, applicableRecords)}
          onClear={() => setSelectedIds([])}
        >
          <BatchButtons
            list={list}
            columns={columnChoice.shown}
            query={query}
            selectedRecords={selectedRecords}
            isApplicable={isApplicable}
            pageActions={pageActions}
            isOffered={(action, record) => offeredActions([action], record).length > 0}
            onDone={(failures) => {
              setBatchFailures(failures);
              setSelectedIds(failures.map(({ id }) => id));
              reload();
            }}
          />
        </SelectionBar>
      ) : null}
      {isSelfLoading ? (
        <SelfLoadingView
          list={list}
          displayMode={state.displayMode}
          columns={columnChoice.shown}
          query={query}
          refreshKey={refreshKey}
          empty={empty}
          actionsOf={actionsOf}
          mayEdit={mayEdit}
          press={press}
          sort={state.sort}
          place={state.place ?? ''}
          onPlace={(place) => show({ place }, true)}
          reload={reload}
          onSort={(sort) => show({ sort })}
          onResize={columnChoice.resize}
          onOpen={onOpen}
          showAsTable={showAsTable}
        />
      ) : state.displayMode.kind === 'gallery' && list.gallery !== null ? (
        <>
          {sortChoice}
          <GalleryView {...sharedProps} pictureField={list.gallery} />
        </>
      ) : isPhone || state.displayMode.kind === 'cards' ? (
        <>
          {sortChoice}
          <RecordCards {...sharedProps} />
        </>
      ) : (
        <RecordTable
          {...sharedProps}
          title={list.title}
          sort={state.sort}
          defaultSort={list.sort}
          firstNumber={(state.pageNum - 1) * state.pageSize + 1}
          onSort={(sort) => show({ sort })}
          onResize={columnChoice.resize}
          {...(maySelect ? { selection: { ids: selectedIds, onChange: setSelectedIds } } : {})}
        />
      )}
      {list.sums.length > 0 && page && page.total > 0 ? (
        <ListSums list={list} query={shownQuery} refreshKey={refreshKey} />
      ) : null}
      {page && page.total > 0 && !isSelfLoading ? (
        <Pager
          pageNum={state.pageNum}
          pageSize={state.pageSize}
          total={page.total}
          isEstimate={page.isEstimate === true}
          isEmpty={records.length === 0}
          onChange={(pageNum, pageSize) => show({ pageNum, pageSize })}
        />
      ) : null}
      {dialog}
      {isImporting ? (
        <ImportDialog
          formKey={list.formKey}
          title={list.title}
          onClose={() => {
            setImporting(false);
            reload();
          }}
        />
      ) : null}
      {dialogRecordParams ? (
        <RecordDialog
          query={dialogRecordParams}
          presentation={list.openRecordsIn === 'drawer' ? 'drawer' : 'dialog'}
          title={list.title}
          onClose={() => {
            setDialogRecordParams(null);
            reload();
          }}
        />
      ) : null}
    </div>
  );
}

const TABLE_MODE = { kind: 'table', by: '' } as const;

/** Icons of the built-in list actions. */
const ICONS: Readonly<Record<string, ReactNode>> = {
  create: <PlusOutlined />,
  import: <UploadOutlined />,
  export: <DownloadOutlined />,
};
