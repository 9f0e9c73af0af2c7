import { Suspense, useState, type Key } from 'react';
import { FilterOutlined, PlusOutlined } from '@ant-design/icons';
import { Alert, Button, Input, Skeleton, Table, Tag } from 'antd';
import type { RecordSelectorNode } from '../../grammar/nodes.ts';
import { useSituation } from '../../runtime/contexts.ts';
import { PHONE_WIDTH, useIsNarrowerThan } from '../../runtime/host/mediaQuery.ts';
import { useRecordParts } from '../../runtime/host/recordParts.ts';
import { Dialog } from '../../runtime/host/Dialog.tsx';
import { Pager } from '../../runtime/screen/Pager.tsx';
import { DEFAULT_PAGE_SIZE } from '../../runtime/screen/pageSizes.ts';
import type { ListQuery } from '../../runtime/services/paging.ts';
import type { SelectableRow } from '../../runtime/services/relations.ts';
import { InPlaceCreation } from './InPlaceCreation.tsx';
import { recentRecords } from './recentRecords.ts';
import type { RecordChoice } from './recordChoice.ts';
import { useSelectableRecords } from './useSelectableRecords.ts';
import { useRecordByCode } from './useRecordByCode.ts';

interface Props {
  node: RecordSelectorNode;
  /** The records that are selected when the dialog opens. */
  initialSelection: readonly RecordChoice[];
  onConfirm(chosen: readonly RecordChoice[]): void;
  onClose(): void;
}

const FIRST_PAGE: ListQuery = { page: { pageNum: 1, pageSize: DEFAULT_PAGE_SIZE }, conditions: [] };

/**
 * Dialog to select records, with search, filters, sorting, paging and recently chosen records. The user can create a
 * missing record. The selected records are shown above the table and can be removed from the selection there.
 */
export function PickDialog({ node, initialSelection, onConfirm, onClose }: Props) {
  const { user } = useSituation();
  const isMultiple = node.multiple === true;
  const [selection, setSelection] = useState<readonly RecordChoice[]>(initialSelection);
  const [query, setQuery] = useState<ListQuery>(FIRST_PAGE);
  const { page, isLoading, failure, retry } = useSelectableRecords(node, query);
  const recentChoices = useRecentCandidates(node, recentRecords(user.id, node.to));
  const toggle = (choice: RecordChoice): void => {
    if (!isMultiple) setSelection([choice]);
    else
      setSelection(
        selection.some(({ id }) => id === choice.id)
          ? selection.filter(({ id }) => id !== choice.id)
          : [...selection, choice],
      );
  };
  const columns = (page?.columns ?? []).map(({ name, label, isNumber, isSortable }) => ({
    title: label,
    key: name,
    render: (_none: unknown, row: SelectableRow) => row.texts[name] ?? '',
    sorter: isSortable,
    ...(isNumber ? { align: 'right' as const } : {}),
    ellipsis: true,
  }));
  const keyword = query.keyword ?? '';
  const isFiltered = keyword !== '' || query.conditions.length > 0;
  const recordParts = useRecordParts();
  const isPhone = useIsNarrowerThan(PHONE_WIDTH);
  const [isFilterOpen, setFilterOpen] = useState(false);
  const [isCreating, setCreating] = useState(false);
  const findByCode = useRecordByCode(node);
  const hasFilters = recordParts !== null && (page?.filters ?? []).length > 0;
  const addChoice = (choice: RecordChoice): void => {
    // the selection may have changed during the search for the code
    setSelection((current) => (isMultiple ? [...current.filter(({ id }) => id !== choice.id), choice] : [choice]));
    retry();
  };
  return (
    <Dialog
      title={page ? `选择${page.formName}` : '选择记录'}
      isOpen
      onClose={onClose}
      footer={
        <>
          {recordParts && page?.mayCreate ? (
            <Button
              className="sf-pick-create"
              icon={<PlusOutlined />}
              data-action="create-record"
              onClick={() => setCreating(true)}
            >
              新建{page.formName}
            </Button>
          ) : null}
          <Button data-action="cancel" onClick={onClose}>
            取消
          </Button>
          <Button type="primary" data-action="confirm" onClick={() => onConfirm(selection)}>
            {isMultiple ? `确定（已选 ${selection.length}）` : '确定'}
          </Button>
        </>
      }
    >
      <div className="sf-selected" aria-live="polite">
        <span>已选：</span>
        {selection.length === 0 && <span>无</span>}
        {selection.map((choice) => (
          <Tag key={choice.id} closable onClose={() => setSelection(selection.filter(({ id }) => id !== choice.id))}>
            {choice.title}
          </Tag>
        ))}
      </div>
      <div className="sf-pick-tools">
        <Input.Search
          data-autofocus
          allowClear
          placeholder="名称、编号等"
          aria-label="输入关键字查找"
          defaultValue=""
          onChange={(event) =>
            setQuery({ ...query, keyword: event.target.value.trim(), page: { ...query.page, pageNum: 1 } })
          }
          onSearch={(text, event, info) => {
            // a barcode scanner types the code of a record and presses Enter
            if (info?.source !== 'input' || text.trim() === '') return;
            // selects the text, so that the next code replaces it
            if (event?.target instanceof HTMLInputElement) event.target.select();
            findByCode(text).then(
              (found) => {
                if (found) addChoice(found);
              },
              () => undefined, // the table shows the same failure
            );
          }}
        />
        {hasFilters && isPhone ? (
          <Button
            icon={<FilterOutlined />}
            aria-expanded={isFilterOpen}
            data-action="toggle-filters"
            onClick={() => setFilterOpen(!isFilterOpen)}
          >
            {isFilterOpen ? '收起筛选' : '筛选'}
          </Button>
        ) : null}
      </div>
      {hasFilters && (
        // the filters are a separate form: its submit event must not reach the form around the field
        <div
          className="sf-pick-filters"
          role="presentation"
          hidden={isPhone && !isFilterOpen}
          onSubmit={(event) => event.stopPropagation()}
        >
          <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 1 }} />}>
            <recordParts.Filters
              formKey={node.to}
              filters={page?.filters ?? []}
              onChange={(conditions) =>
                setQuery({ ...query, conditions: [...conditions], page: { ...query.page, pageNum: 1 } })
              }
            />
          </Suspense>
        </div>
      )}
      {failure !== null && (
        <Alert
          type="error"
          message={`加载失败：${failure}`}
          action={
            <Button size="small" onClick={retry}>
              重试
            </Button>
          }
          style={{ marginBottom: 8 }}
        />
      )}
      {recentChoices.length > 0 && !isFiltered && (
        <fieldset className="sf-group sf-recent" aria-label="最近选择">
          <span>最近选择：</span>
          {recentChoices.map((choice) => {
            const isSelected = selection.some(({ id }) => id === choice.id);
            return (
              <Button
                key={choice.id}
                size="small"
                type={isSelected ? 'primary' : 'default'}
                ghost={isSelected}
                aria-pressed={isSelected}
                onClick={() => toggle(choice)}
              >
                {choice.title}
              </Button>
            );
          })}
        </fieldset>
      )}
      <Table<SelectableRow>
        size="small"
        rowKey="id"
        rowClassName="sf-pick-row"
        columns={columns}
        dataSource={page ? [...page.list] : []}
        loading={isLoading}
        locale={{ emptyText: emptyText(keyword, isFiltered) }}
        rowSelection={{
          type: isMultiple ? 'checkbox' : 'radio',
          hideSelectAll: !isMultiple,
          columnTitle: isMultiple ? undefined : <span className="sf-unseen">选择</span>,
          preserveSelectedRowKeys: true,
          getCheckboxProps: (row) => ({ 'aria-label': row.title }) as object,
          selectedRowKeys: selection.map(({ id }) => id as Key),
          onSelect: ({ id, title }) => toggle({ id, title }),
          onSelectAll: (isOn, _rows, changed) => {
            const ids = new Set(changed.map(({ id }) => id));
            const rest = selection.filter(({ id }) => !ids.has(id));
            setSelection(isOn ? [...rest, ...changed.map(({ id, title }) => ({ id, title }))] : rest);
          },
        }}
        onRow={(row) => ({
          onClick: (event) => {
            if (!(event.target as HTMLElement).closest('.ant-table-selection-column'))
              toggle({ id: row.id, title: row.title });
          },
          onDoubleClick: () => {
            if (!isMultiple) onConfirm([{ id: row.id, title: row.title }]);
          },
        })}
        onChange={(_pages, _filters, sorter) => {
          const { columnKey, order } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter;
          const { sort: _sort, ...rest } = query;
          setQuery({
            ...rest,
            ...(columnKey !== undefined && order
              ? { sort: { field: String(columnKey), order: order === 'ascend' ? 'asc' : 'desc' } }
              : {}),
            page: { ...query.page, pageNum: 1 },
          });
        }}
        scroll={{ x: 'max-content', y: '50vh' }}
        pagination={false}
      />
      {page && page.total > 0 ? (
        <Pager
          {...query.page}
          total={page.total}
          onChange={(pageNum, pageSize) => setQuery({ ...query, page: { pageNum, pageSize } })}
        />
      ) : null}
      {isCreating && page ? (
        <InPlaceCreation
          node={node}
          target={page}
          text={keyword}
          onCreated={addChoice}
          onClose={() => setCreating(false)}
        />
      ) : null}
    </Dialog>
  );
}

/** Returns the text for an empty table. */
function emptyText(keyword: string, isFiltered: boolean): string {
  if (keyword !== '') return `没有符合“${keyword}”的记录`;
  return isFiltered ? '没有符合条件的记录' : '没有可选的记录';
}

/** Returns the recently chosen records to which this relation may still refer. */
function useRecentCandidates(node: RecordSelectorNode, recentChoices: readonly RecordChoice[]): RecordChoice[] {
  const ids = recentChoices.map(({ id }) => id);
  const { page } = useSelectableRecords(
    node,
    ids.length === 0
      ? null
      : { page: { pageNum: 1, pageSize: 20 }, conditions: [{ field: 'id', op: 'in', value: ids }] },
  );
  return (page?.list ?? []).map(({ id, title }) => ({ id, title }));
}
