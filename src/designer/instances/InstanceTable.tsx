import { Table, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import type { FlowInstance } from '../../runtime/services/flowAdmin.ts';
import { SelectAllBox } from '../../screens/shared/SelectAllBox.tsx';
import { StatusTag } from '../../screens/shared/StatusTag.tsx';

const STUCK_TEXTS: Readonly<Record<NonNullable<FlowInstance['stuck']>, { label: string; explanation: string }>> = {
  noCandidate: { label: '无人可办', explanation: '当前任务的办理人都已停用，请改派' },
  failing: { label: '执行失败', explanation: '定时或服务调用多次失败，系统仍在重试' },
  dead: { label: '无待办', explanation: '没有待办任务，也没有等待的时间，请作废或联系管理员' },
};

interface Props {
  rows: readonly FlowInstance[];
  isLoading: boolean;
  selectedIds: readonly string[];
  onSelect(ids: readonly string[]): void;
}

function StatusCell({ row }: { row: FlowInstance }) {
  if (row.suspended)
    return (
      <Tooltip title={`${row.suspended.by} ${row.suspended.time}：${row.suspended.reason}`}>
        <span>
          <StatusTag tone="plain">已暂停</StatusTag>
        </span>
      </Tooltip>
    );
  return (
    <>
      {row.stuck ? (
        <Tooltip title={row.fault ?? STUCK_TEXTS[row.stuck].explanation}>
          <span>
            <StatusTag tone="bad">{STUCK_TEXTS[row.stuck].label}</StatusTag>
          </span>
        </Tooltip>
      ) : null}
      {row.isOverdue ? <StatusTag tone="warn">已超期</StatusTag> : null}
      {!row.stuck && !row.isOverdue ? <StatusTag tone="busy">在办</StatusTag> : null}
    </>
  );
}

const versionText = (current: number, latest: number): string =>
  current === latest ? `第 ${current} 版` : `第 ${current} 版（最新 ${latest}）`;

/** The table of running processes; the title opens the record in a new window. */
export function InstanceTable({ rows, isLoading, selectedIds, onSelect }: Props) {
  return (
    <Table<FlowInstance>
      size="small"
      rowKey="instanceId"
      loading={isLoading}
      dataSource={[...rows]}
      scroll={{ x: 1400 }}
      locale={{ emptyText: '没有符合条件的流程' }}
      onRow={(row) => ({ 'data-row': row.recordId }) as object}
      rowSelection={{
        selectedRowKeys: [...selectedIds],
        onChange: (keys) => onSelect(keys.map(String)),
        columnWidth: 44,
        columnTitle: (box: ReactNode) => <SelectAllBox>{box}</SelectAllBox>,
        getCheckboxProps: (row) => ({ 'aria-label': `选择：${row.title}` }) as object,
      }}
      pagination={false}
      columns={[
        {
          title: '标题',
          dataIndex: 'title',
          width: 240,
          ellipsis: true,
          render: (title: string, row) => (
            <a
              href={`#/commonEntry/detail?formKey=${encodeURIComponent(row.formKey)}&id=${encodeURIComponent(row.recordId)}`}
              target="_blank"
              rel="noreferrer"
            >
              {title}
            </a>
          ),
        },
        { title: '表单', dataIndex: 'formName', width: 140, ellipsis: true },
        { title: '状态', key: 'state', width: 150, render: (_: unknown, row) => <StatusCell row={row} /> },
        { title: '失败原因', dataIndex: 'fault', width: 220, ellipsis: true, render: (fault?: string) => fault ?? '—' },
        { title: '当前节点', dataIndex: 'taskNodes', width: 150, ellipsis: true },
        { title: '办理人', dataIndex: 'handlers', width: 150, ellipsis: true, render: (names: string) => names || '—' },
        { title: '办理期限', dataIndex: 'dueTime', width: 160, render: (time?: string) => time ?? '—' },
        { title: '申请人', dataIndex: 'startUserName', width: 90 },
        { title: '发起时间', dataIndex: 'startTime', width: 160 },
        {
          title: '流程版本',
          key: 'flow',
          width: 140,
          render: (_: unknown, row) => versionText(row.flowVersion, row.latestFlowVersion),
        },
        {
          title: '表单版本',
          key: 'form',
          width: 140,
          render: (_: unknown, row) => versionText(row.formVersion, row.latestFormVersion),
        },
      ]}
    />
  );
}
