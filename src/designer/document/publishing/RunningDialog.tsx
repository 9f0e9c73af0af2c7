import { Alert, Modal, Table } from 'antd';
import { useReturnedFocus } from '../../../runtime/host/returnedFocus.ts';
import type { RunningApproval } from '../../../runtime/services/documents.ts';
import { usePages } from '../../../runtime/screen/usePages.tsx';
import { Failure } from '../../../screens/shared/Failure.tsx';
import { useLoad } from '../../../screens/shared/useLoad.ts';

interface Props {
  version: number;
  load(): Promise<{ list: RunningApproval[]; total: number }>;
  onClose(): void;
}

/** The list of running approvals on a version. */
export function RunningDialog({ version, load: loadApprovals, onClose }: Props) {
  useReturnedFocus();
  const { load, reload } = useLoad(loadApprovals, [version]);
  const { list = [], total = 0 } = load.value ?? {};
  const { shown, pager } = usePages(list);
  return (
    <Modal
      open
      width="min(820px, 94vw)"
      title={`第 ${version} 版：审批中 ${total} 个`}
      footer={null}
      onCancel={onClose}
    >
      {load.state === 'error' ? (
        <Failure error={load.error} onRetry={reload} />
      ) : (
        <>
          {total > list.length ? (
            <Alert type="info" showIcon message={`共 ${total} 个，以下是最早的 ${list.length} 个`} />
          ) : null}
          <Table<RunningApproval>
            size="small"
            rowKey="recordId"
            loading={load.state === 'loading'}
            dataSource={shown}
            pagination={false}
            scroll={{ x: 640 }}
            locale={{ emptyText: '没有审批中的记录' }}
            columns={[
              {
                title: '标题',
                dataIndex: 'title',
                ellipsis: true,
                render: (title: string, row) => (
                  <a
                    href={`#/commonEntry/detail?formKey=${encodeURIComponent(row.formKey)}&id=${encodeURIComponent(row.recordId)}`}
                    target="_blank"
                    rel="noreferrer"
                  >
                    {title || '（无标题）'}
                  </a>
                ),
              },
              { title: '申请人', dataIndex: 'applicant', width: 100 },
              { title: '当前节点', dataIndex: 'nodes', width: 160 },
              { title: '发起时间', dataIndex: 'startTime', width: 170 },
            ]}
          />
          {pager}
        </>
      )}
    </Modal>
  );
}
