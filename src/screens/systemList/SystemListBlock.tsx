import { ReloadOutlined } from '@ant-design/icons';
import { Alert, Button, Empty, Result } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import type { SystemListNode } from '../../grammar/nodes.ts';
import { isAdministrator } from '../../rules/permission.ts';
import { useSituation } from '../../runtime/contexts.ts';
import { PHONE_WIDTH, useIsNarrowerThan } from '../../runtime/host/mediaQuery.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { Pager } from '../../runtime/screen/Pager.tsx';
import { ColumnSettings } from '../list/columns/ColumnSettings.tsx';
import { useColumnChoice } from '../list/columns/columnChoice.ts';
import { FilterBar } from '../list/FilterBar.tsx';
import { areSameFilters } from '../list/query.ts';
import { messageOf } from '../shared/messages.ts';
import { ActionButtons } from './ActionButtons.tsx';
import { CheckedImport } from './CheckedImport.tsx';
import { FormDialog } from './FormDialog.tsx';
import { ListDrawer } from './ListDrawer.tsx';
import { fillText, fillParams, isOffered, mayUse, toArrangedColumns, type SystemRow } from './rows.ts';
import { SideTree } from './SideTree.tsx';
import { SystemCards, SystemTable } from './SystemRows.tsx';
import { OneTimeValuesDialog } from './OneTimeValuesDialog.tsx';
import { useActions } from './useActions.ts';
import { useSystemList } from './useSystemList.ts';
import '../screens.css';
import './systemList.css';

const EMPTY_ROW: SystemRow = {};

/** A list of system data (not of form records), defined in a document: filters, columns, side tree, actions. */
export function SystemListBlock({ node }: BlockProps<SystemListNode>) {
  const { user } = useSituation();
  const isAllowed = node.permission === undefined ? isAdministrator(user) : mayUse(node.permission, user);
  // the server also checks the permission; this check only avoids a list that cannot load
  if (!isAllowed)
    return <Result status="403" title="没有权限" subTitle={`您没有查看“${node.title ?? '此页面'}”的权限`} />;
  return <SystemListView node={node} parentRow={EMPTY_ROW} />;
}

/** `parentRow`: for a list in a drawer, the row to which it belongs; an empty object for any other list. */
function SystemListView({ node, parentRow }: { node: SystemListNode; parentRow: SystemRow }) {
  const { user } = useSituation();
  const isPhone = useIsNarrowerThan(PHONE_WIDTH);
  const fixedParams = { ...fillParams(node.params, parentRow) };
  const { filters, state, requestParams: listParams, load, reload, show } = useSystemList(node, fixedParams);
  const [refreshKey, setRefreshKey] = useState(0);
  const reloadAll = useCallback(() => {
    setRefreshKey((before) => before + 1);
    reload();
  }, [reload]);
  const { openedAction, close, showAnswer, run } = useActions({
    listParams,
    listValues: listParams,
    onDone: reloadAll,
  });
  const columns = useMemo(() => toArrangedColumns(node.columns), [node.columns]);
  const columnChoice = useColumnChoice(`system:${node.url}`, columns);
  const rowKey = node.rowKey ?? 'id';
  const rows = load.value?.rows ?? [];
  const total = load.value?.total ?? 0;
  const isFiltered = Object.keys(state.values).length > 0 || state.nodeId !== '';
  const rowActions = node.rowActions ?? [];
  const actionsOf = (row: SystemRow) => (
    <ActionButtons actions={rowActions.filter((action) => isOffered(action, row, user))} row={row} onRun={run} />
  );
  const sharedProps = {
    columns: columnChoice.shown,
    rows,
    rowKey,
    isLoading: load.state === 'loading',
    empty:
      load.state === 'ready' ? (
        <Empty
          image={Empty.PRESENTED_IMAGE_SIMPLE}
          description={isFiltered ? '没有符合条件的内容' : (node.emptyText ?? '还没有内容')}
        />
      ) : (
        <span />
      ),
    actionsOf: rowActions.length > 0 ? actionsOf : null,
  };
  return (
    <div className={node.tree ? 'sl-page sl-page-tree' : 'sl-page'} data-system-list={node.url}>
      {node.tree ? (
        <SideTree
          tree={node.tree}
          selectedId={state.nodeId}
          refreshKey={refreshKey}
          onChoose={(nodeId) => show({ nodeId })}
          onMoved={reloadAll}
        />
      ) : null}
      <div className="sc-list sl-main">
        <FilterBar
          filters={filters}
          values={state.values}
          onSearch={(values) => (areSameFilters(values, state.values) ? reload() : show({ values }))}
          onReset={() => show({ values: {} })}
        />
        <div className="sc-toolbar">
          <h2 className="sc-title">{node.title}</h2>
          <div className="sc-toolbar-buttons">
            {(node.actions ?? [])
              .filter((action) => isOffered(action, null, user))
              .map((action) => (
                <Button
                  key={action.name}
                  type={action.type === 'primary' ? 'primary' : 'default'}
                  danger={action.type === 'danger'}
                  onClick={() => run(action, null)}
                  data-action={action.name}
                >
                  {action.label}
                </Button>
              ))}
            <ColumnSettings choice={columnChoice} />
            <Button icon={<ReloadOutlined />} onClick={reloadAll} data-action="refresh">
              刷新
            </Button>
          </div>
        </div>
        {node.note ? <p className="sc-note sl-note">{node.note}</p> : null}
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
        {isPhone ? (
          <SystemCards {...sharedProps} />
        ) : (
          <SystemTable
            {...sharedProps}
            title={node.title ?? '列表'}
            sort={state.sort}
            onSort={(sort) => show({ sort })}
            onResize={columnChoice.resize}
          />
        )}
        {node.isPaged !== false && total > 0 ? (
          <Pager
            pageNum={state.pageNum}
            pageSize={state.pageSize}
            total={total}
            isEmpty={rows.length === 0}
            onChange={(pageNum, pageSize) => show({ pageNum, pageSize })}
          />
        ) : null}
      </div>
      {openedAction?.kind === 'form' ? (
        <FormDialog
          action={openedAction.action}
          row={openedAction.row}
          onClose={close}
          onDone={(answer) => showAnswer(openedAction.action, answer)}
        />
      ) : null}
      {openedAction?.kind === 'answer' && openedAction.action.tell ? (
        <OneTimeValuesDialog dialogTexts={openedAction.action.tell} answer={openedAction.row} onClose={close} />
      ) : null}
      {openedAction?.kind === 'import' ? (
        <CheckedImport action={openedAction.action} onClose={close} onDone={reloadAll} />
      ) : null}
      {openedAction?.kind === 'list' && openedAction.action.list ? (
        <ListDrawer
          title={fillText(openedAction.action.title ?? openedAction.action.label, openedAction.row)}
          onClose={() => {
            close();
            reloadAll();
          }}
        >
          <SystemListView node={openedAction.action.list as unknown as SystemListNode} parentRow={openedAction.row} />
        </ListDrawer>
      ) : null}
    </div>
  );
}
