import { ApartmentOutlined, SwapOutlined } from '@ant-design/icons';
import { Alert, Button, Checkbox, Drawer } from 'antd';
import { useState, type ReactNode } from 'react';
import type { FormRecord } from '../../../grammar/documents.ts';
import { relatedIds } from '../../../kernel/index.ts';
import { PHONE_WIDTH, useIsNarrowerThan } from '../../../runtime/host/mediaQuery.ts';
import { useServices } from '../../../runtime/contexts.ts';
import type { ListQuery } from '../../../runtime/services/paging.ts';
import { useFeedback } from '../../shared/useFeedback.ts';
import type { CompiledList, ListColumn } from '../compile.ts';
import type { ListState } from '../query.ts';
import { RecordPages, type PlaceFilter } from '../views/RecordPages.tsx';
import { useFieldAccess } from '../views/useFieldAccess.ts';
import { useSaveFields } from '../views/useSaveFields.ts';
import { MoveDialog } from './MoveDialog.tsx';
import { TreePane } from './TreePane.tsx';
import { childrenCondition, branchIds, MAX_BRANCH_RECORDS, ROOT, useTreeNodes } from './useTreeNodes.ts';
import './tree.css';

/** Number of records per request when a whole branch is loaded. */
const BRANCH_PAGE_SIZE = 500;

interface Props {
  list: CompiledList;
  /** The relation field to the parent record. */
  parentField: string;
  columns: readonly ListColumn[];
  query: ListQuery;
  sort: ListState['sort'];
  refreshKey: unknown;
  empty: ReactNode;
  actionsOf(record: FormRecord): ReactNode;
  mayEdit(record: FormRecord): boolean;
  onSort(sort: ListState['sort']): void;
  onResize(field: string, width: number): void;
  onOpen(record: FormRecord): void;
  /** Called after the records have changed. */
  onMoved(): void;
}

/**
 * The records of a form with a relation to itself. Left: the tree; right: the list of the selected record's children or
 * descendants. A record is moved by dragging it in the tree, or by 移到….
 */
export function TreeView(props: Props) {
  const { list, parentField, columns, query, sort, refreshKey, empty, actionsOf, mayEdit, onOpen, onMoved } = props;
  const services = useServices();
  const { message } = useFeedback();
  const isPhone = useIsNarrowerThan(PHONE_WIDTH);
  const nodes = useTreeNodes(list, parentField, refreshKey);
  const access = useFieldAccess(list.formKey, parentField);
  const saveFields = useSaveFields(list.formKey);
  const [selectedId, setSelectedId] = useState(ROOT);
  const [includesDescendants, setIncludesDescendants] = useState(false);
  const [isTreeOpen, setTreeOpen] = useState(false);
  const [movedRecord, setMovedRecord] = useState<FormRecord | null>(null);
  // the conditions of the list on the right: the children or descendants of the selected record
  const placeFilter = async (): Promise<PlaceFilter> => {
    if (selectedId === ROOT) return { conditions: [] };
    const childrenOf = async (ids: readonly string[], pageNum: number) => {
      const { list: rows, total } = await services.records.list(
        list.formKey,
        {
          page: { pageNum, pageSize: BRANCH_PAGE_SIZE },
          conditions: [...list.fixedConditions, { field: parentField, op: 'in', value: ids }],
        },
        list.isWholeUnit,
      );
      return { ids: rows.map(({ id }) => id ?? ''), isLast: rows.length === 0 || pageNum * BRANCH_PAGE_SIZE >= total };
    };
    const { ids, isCut } = includesDescendants
      ? await branchIds(selectedId, childrenOf)
      : { ids: [selectedId], isCut: false };
    return {
      conditions: [childrenCondition(parentField, ids)],
      notice: isCut ? (
        <Alert
          type="info"
          showIcon
          message={`下级太多，只列出其中 ${MAX_BRANCH_RECORDS} 条之下的；可在左边选更低的一级`}
        />
      ) : null,
    };
  };

  const isAtOrBelow = (id: string, ancestorId: string): boolean =>
    id === ancestorId || nodes.ancestorsOf(id).some((record) => record.id === ancestorId);
  const parentOf = (record: FormRecord): string => relatedIds(record.fieldsMap[parentField])[0] ?? ROOT;
  const mayMove = (record: FormRecord): boolean => mayEdit(record) && access.isEditable(record);
  const title = access.field?.node.label ?? '上级';
  const move = async (record: FormRecord, target: string): Promise<void> => {
    if (target === parentOf(record)) return;
    if (isAtOrBelow(target, record.id ?? '')) return message.warning('不能移到自己或自己的下级之下');
    const label = target === ROOT ? '' : (nodes.record(target)?.title ?? '');
    const isDone = await saveFields(
      record,
      { [parentField]: target, ...(access.field?.hasCompanion ? { [`${parentField}Label`]: label } : {}) },
      title,
    );
    if (isDone) setMovedRecord(null);
    onMoved();
    return undefined;
  };
  const selectedRecord = nodes.record(selectedId);
  const tree = (
    <TreePane
      nodes={nodes}
      rootTitle={`全部${list.title}`}
      selected={selectedId}
      mayDrag={mayMove}
      onSelect={(id) => {
        setSelectedId(id);
        setTreeOpen(false);
      }}
      onDrop={(id, target) => {
        const record = nodes.record(id);
        if (record) void move(record, target);
      }}
    />
  );
  const ancestors = selectedRecord ? nodes.ancestorsOf(selectedId).toReversed() : [];
  return (
    <div className="sc-tree-view" data-tree={parentField}>
      {isPhone ? (
        <>
          <Button block icon={<ApartmentOutlined />} onClick={() => setTreeOpen(true)} data-action="open-tree">
            {selectedRecord?.title ?? `全部${list.title}`}
          </Button>
          <Drawer open={isTreeOpen} placement="left" title={title} width="86%" onClose={() => setTreeOpen(false)}>
            {tree}
          </Drawer>
        </>
      ) : (
        <nav className="sc-tree-pane" aria-label={`按${title}`}>
          {tree}
        </nav>
      )}
      <div className="sc-tree-list">
        {selectedRecord ? (
          <div className="sc-tree-head">
            <span>
              {ancestors.map((record) => (
                <span key={record.id}>
                  <Button type="link" size="small" onClick={() => setSelectedId(record.id ?? ROOT)}>
                    {record.title}
                  </Button>
                  /
                </span>
              ))}
              <Button type="link" size="small" onClick={() => onOpen(selectedRecord)}>
                {selectedRecord.title || '未填写标题'}
              </Button>
            </span>
            <Checkbox checked={includesDescendants} onChange={({ target }) => setIncludesDescendants(target.checked)}>
              含各级下级
            </Checkbox>
            {mayMove(selectedRecord) ? (
              <Button size="small" icon={<SwapOutlined />} onClick={() => setMovedRecord(selectedRecord)}>
                移到…
              </Button>
            ) : null}
          </div>
        ) : null}
        <RecordPages
          list={list}
          columns={columns}
          query={query}
          sort={sort}
          refreshKey={refreshKey}
          placeKey={JSON.stringify([parentField, selectedId, includesDescendants])}
          empty={
            selectedId === ROOT ? (
              empty
            ) : (
              <span className="sc-note">这里没有{includesDescendants ? '' : '直接的'}下级</span>
            )
          }
          placeFilter={placeFilter}
          actionsOf={actionsOf}
          onSort={props.onSort}
          onResize={props.onResize}
          onOpen={onOpen}
        />
      </div>
      {movedRecord ? (
        <MoveDialog
          record={movedRecord}
          nodes={nodes}
          currentParentId={parentOf(movedRecord)}
          isAtOrBelow={(id) => isAtOrBelow(id, movedRecord.id ?? '')}
          onMove={(target) => move(movedRecord, target)}
          onClose={() => setMovedRecord(null)}
        />
      ) : null}
    </div>
  );
}
