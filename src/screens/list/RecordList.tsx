import { CheckSquareOutlined, DownloadOutlined, PlusOutlined, ReloadOutlined, UploadOutlined } from '@ant-design/icons';
import { Alert, Button, Empty } from 'antd';
import { useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import type { FormRecord } from '../../grammar/documents.ts';
import type { ListNode } from '../../grammar/nodes.ts';
import type { FormAction, FormDefinition, FormLookup } from '../../kernel/index.ts';
import { SelectionBar } from '../actions/SelectionBar.tsx';
import { actionsAt, isShown } from '../actions/shownActions.ts';
import { usePress } from '../actions/usePress.tsx';
import type { Path } from '../../domain/problem/index.ts';
import { useRegistry, useSituation } from '../../runtime/contexts.ts';
import { DraftsButton } from '../detail/drafts/DraftsButton.tsx';
import { RecordDialog } from '../place/RecordDialog.tsx';
import { evaluateFlag } from '../shared/evaluateFlag.ts';
import { messageOf } from '../shared/messages.ts';
import { Pager } from '../../runtime/screen/Pager.tsx';
import { PHONE_WIDTH, useNarrower } from '../../runtime/host/mediaQuery.ts';
import { isActionShown, labelOf } from './actions.ts';
import { BatchButtons, type BatchName } from './BatchButtons.tsx';
import { readLayout, useColumnChoice } from './columnChoice.ts';
import { ColumnSettings } from './ColumnSettings.tsx';
import type { ListAction } from './compile.ts';
import { FilterBar } from './FilterBar.tsx';
import { ListSums } from './ListSums.tsx';
import { AdvancedFilter } from './more/AdvancedFilter.tsx';
import type { MoreRow } from './more/moreConditions.ts';
import { BoardView } from './views/BoardView.tsx';
import { CalendarView } from './views/CalendarView.tsx';
import { GalleryView } from './views/GalleryView.tsx';
import { GanttView } from './views/GanttView.tsx';
import { GroupView } from './views/GroupView.tsx';
import { LookSwitch } from './views/LookSwitch.tsx';
import { SavedViews } from './views/SavedViews.tsx';
import { TreeView } from './views/TreeView.tsx';
import { SortChoice } from './views/SortChoice.tsx';
import { ImportDialog } from './importing/ImportDialog.tsx';
import { toListQuery } from './query.ts';
import { RecordCards } from './RecordCards.tsx';
import { RecordTable } from './RecordTable.tsx';
import { RowActions } from './RowActions.tsx';
import { useList } from './useList.ts';
import { useFormRights } from './useFormRights.ts';
import { useFormAhead } from './useFormAhead.ts';
import { useListActions } from './useListActions.ts';

interface Props {
  node: ListNode;
  form: FormDefinition;
  /** The forms that columns along relations lead to. */
  formOf?: FormLookup | undefined;
  path: Path;
}

export function RecordList({ node, form, formOf, path }: Props) {
  const { user } = useSituation();
  const registry = useRegistry();
  const isPhone = useNarrower(PHONE_WIDTH);
  const { list, state, load, reload, show, reset, savedQuery, applyQuery } = useList(node, form, formOf, path);
  const place = `${useLocation().pathname}:${list.formKey}:${node.key ?? ''}`;
  const choice = useColumnChoice(place, list.columns);
  const [opened, setOpened] = useState<Record<string, string> | null>(null);
  const [isImporting, setImporting] = useState(false);
  const query = toListQuery(state, list);
  const run = useListActions({
    list,
    query,
    reload,
    openDialog: setOpened,
    openImport: () => setImporting(true),
  });

  const { rights, isDisabled } = useFormRights(list.formKey);
  const [selected, setSelected] = useState<readonly string[]>([]);
  const [isSelecting, setSelecting] = useState(false);
  const { press, busy, dialog } = usePress(list.form, () => {
    setSelected([]);
    reload();
  });
  const buttons = (place: 'row' | 'selection', record: FormRecord | null): FormAction[] =>
    actionsAt(list.form, place, user).filter(
      (action) => record === null || isShown(action, record, list.form, registry),
    );
  const isKnown = (action: ListAction): boolean =>
    run.isBuiltIn(action.name) || registry.action(action.name) !== undefined;
  const offered = (actions: readonly ListAction[], record: FormRecord | null): ListAction[] =>
    actions.filter(
      (action) => isKnown(action) && isActionShown(action, record, user, evaluateFlag, list.access, rights),
    );
  const actionsOf = (record: FormRecord) => (
    <RowActions
      actions={offered(list.rowActions, record)}
      buttons={buttons('row', record)}
      record={record}
      onRun={run.onRecord}
      onPress={(action) => press(action, [record])}
    />
  );
  const onOpen = (record: FormRecord): void => run.onRecord({ name: 'view' }, record);

  const topActions = offered(list.topActions, null);
  const create = topActions.find((action) => action.name === 'create');
  useFormAhead(list.form, create !== undefined && load.state === 'ready');
  const isFiltered = Object.keys(state.filters).length > 0 || state.more !== null;
  const empty = (
    <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={isFiltered ? '没有符合条件的记录' : '还没有记录'}>
      {isFiltered ? (
        <Button onClick={reset} data-action="reset">
          清除条件
        </Button>
      ) : create ? (
        <Button type="primary" icon={<PlusOutlined />} onClick={() => run.onList(create)} data-action="create">
          {labelOf(create)}
        </Button>
      ) : null}
    </Empty>
  );
  const page = load.value;
  const lookColumn = list.columns.find(({ field }) => field === state.look.by);
  const records = page?.list ?? [];
  const ofSelection = buttons('selection', null);
  const batchNames: BatchName[] = [
    ...(list.hasFlow && list.rowActions.some(({ name }) => name === 'edit') ? ['submit' as const] : []),
    ...(list.rowActions.some(({ name }) => name === 'remove') ? ['remove' as const] : []),
    ...(topActions.some(({ name }) => name === 'export') ? ['export' as const] : []),
  ];
  const fits = (name: BatchName, record: FormRecord): boolean =>
    batchNames.includes(name) && (name === 'export' || offered([{ name }], record).length > 0);
  const laneOf = (value: unknown, field: string) => ({
    look: TABLE,
    more: { match: 'all' as const, rows: [...(state.more?.rows ?? []), laneRow(field, value)] },
  });
  /** Shown beyond the page. */
  const isWhole = state.look.kind === 'tree' ? !isPhone : lookColumn !== undefined || state.look.kind === 'gantt';
  const isTable = !isPhone && state.look.kind === 'table';
  const maySelect = isTable && (ofSelection.length > 0 || isSelecting);
  const chosen = records.filter(({ id }) => selected.includes(id ?? ''));
  const shared = {
    columns: choice.shown,
    records,
    isLoading: load.state === 'loading',
    empty: load.state === 'ready' ? empty : <span />,
    actionsOf,
    onOpen,
  };
  const order =
    records.length > 1 ? (
      <SortChoice columns={list.columns} sort={state.sort} defaultSort={list.sort} onSort={(sort) => show({ sort })} />
    ) : null;

  return (
    <div className="sc-list" data-list={list.formKey}>
      <FilterBar
        filters={list.filters}
        values={state.filters}
        onSearch={(filters) => (sameQuery(filters, state.filters) ? reload() : show({ filters }))}
        onReset={reset}
      />
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
              onClick={() => run.onList(action)}
              data-action={action.name}
            >
              {labelOf(action)}
            </Button>
          ))}
          {create ? <DraftsButton formKey={list.formKey} /> : null}
          <Button icon={<ReloadOutlined />} onClick={reload} data-action="refresh">
            刷新
          </Button>
          <SavedViews
            formKey={list.formKey}
            place={place}
            viewId={state.viewId}
            current={() => ({ query: savedQuery(), columns: choice.layout })}
            onUse={(view) => {
              choice.use(readLayout(view.config.columns));
              applyQuery({ ...view.config.query, view: view.id });
            }}
            onLeave={() => {
              choice.restore();
              reset();
            }}
          />
          {isTable && batchNames.length > 0 && ofSelection.length === 0 && records.length > 0 ? (
            <Button
              icon={<CheckSquareOutlined />}
              aria-pressed={isSelecting}
              onClick={() => {
                setSelecting(!isSelecting);
                setSelected([]);
              }}
              data-action="select-rows"
            >
              {isSelecting ? '退出批量' : '批量'}
            </Button>
          ) : null}
          <AdvancedFilter fields={list.askable} value={state.more} onChange={(more) => show({ more })} />
          <LookSwitch list={list} look={state.look} onChange={(look) => show({ look })} />
          <ColumnSettings choice={choice} />
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
      {chosen.length > 0 && maySelect ? (
        <SelectionBar
          definition={list.form}
          actions={ofSelection}
          records={chosen}
          busy={busy}
          onPress={(action, fit) => press(action, fit)}
          onClear={() => setSelected([])}
        >
          <BatchButtons
            list={list}
            query={query}
            records={chosen}
            fits={fits}
            onDone={(left) => {
              setSelected(left);
              reload();
            }}
          />
        </SelectionBar>
      ) : null}
      {lookColumn && state.look.kind === 'board' ? (
        <BoardView
          list={list}
          column={lookColumn}
          columns={choice.shown}
          query={query}
          turn={page}
          onOpen={onOpen}
          onLane={(value) => show(laneOf(value, lookColumn.field))}
        />
      ) : lookColumn && state.look.kind === 'calendar' ? (
        <CalendarView
          list={list}
          column={lookColumn}
          query={query}
          turn={page}
          onOpen={onOpen}
          onDay={(day) =>
            show({
              look: TABLE,
              more: { match: 'all', rows: [{ field: lookColumn.field, op: 'range', value: [day, day] }] },
            })
          }
        />
      ) : lookColumn && state.look.kind === 'group' ? (
        <GroupView
          list={list}
          column={lookColumn}
          columns={choice.shown}
          query={query}
          turn={page}
          actionsOf={actionsOf}
          onResize={choice.resize}
          onOpen={onOpen}
          onGroup={(value) => show(laneOf(value, lookColumn.field))}
        />
      ) : state.look.kind === 'gantt' && list.gantt ? (
        <GanttView
          list={list}
          fields={list.gantt}
          query={query}
          turn={page}
          empty={empty}
          mayEdit={(record) =>
            offered(
              list.rowActions.filter(({ name }) => name === 'edit'),
              record,
            ).length > 0
          }
          onOpen={onOpen}
        />
      ) : state.look.kind === 'gallery' && list.gallery !== null ? (
        <>
          {order}
          <GalleryView {...shared} picture={list.gallery} />
        </>
      ) : state.look.kind === 'tree' && !isPhone ? (
        <TreeView
          list={list}
          parentField={state.look.by}
          columns={choice.shown}
          query={query}
          turn={page}
          empty={empty}
          actionsOf={actionsOf}
          onOpen={onOpen}
        />
      ) : isPhone || state.look.kind === 'cards' ? (
        <>
          {order}
          <RecordCards {...shared} />
        </>
      ) : (
        <RecordTable
          {...shared}
          title={list.title}
          sort={state.sort}
          defaultSort={list.sort}
          firstNumber={(state.pageNum - 1) * state.pageSize + 1}
          onSort={(sort) => show({ sort })}
          onResize={choice.resize}
          {...(maySelect ? { selection: { ids: selected, onChange: setSelected } } : {})}
        />
      )}
      {list.sums.length > 0 && page && page.total > 0 ? <ListSums list={list} query={query} turn={page} /> : null}
      {page && page.total > 0 && !isWhole ? (
        <Pager
          pageNum={state.pageNum}
          pageSize={state.pageSize}
          total={page.total}
          isEstimate={page.isEstimate === true}
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
      {opened ? (
        <RecordDialog
          query={opened}
          how={list.open === 'drawer' ? 'drawer' : 'dialog'}
          title={list.title}
          onClose={() => {
            setOpened(null);
            reload();
          }}
        />
      ) : null}
    </div>
  );
}

const TABLE = { kind: 'table', by: '' } as const;

/** The condition of a board's lane, to see it as a table. */
const laneRow = (field: string, value: unknown): MoreRow =>
  value === null ? { field, op: 'empty' } : { field, op: 'in', value: [value] };

/** Of the actions that the list has by itself. */
const ICONS: Readonly<Record<string, ReactNode>> = {
  create: <PlusOutlined />,
  import: <UploadOutlined />,
  export: <DownloadOutlined />,
};

const sameQuery = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
