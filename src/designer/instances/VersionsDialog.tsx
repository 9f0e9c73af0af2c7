import { Modal, Table } from 'antd';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import { useServices } from '../../runtime/contexts.ts';
import type { VersionUse } from '../../runtime/services/flowAdmin.ts';
import { Failure } from '../../screens/shared/Failure.tsx';
import { useLoad } from '../../screens/shared/useLoad.ts';

const versionText = (current: number, latest: number): string =>
  current === latest ? `第 ${current} 版（最新）` : `第 ${current} 版，最新第 ${latest} 版`;

/** For each form, the number of running approvals for each combination of flow version and form version. */
export function VersionsDialog({ onClose }: { onClose(): void }) {
  useReturnedFocus();
  const { flowAdmin } = useServices();
  const { load, reload } = useLoad(() => flowAdmin.versions(), [flowAdmin]);
  return (
    <Modal open width="min(720px, 94vw)" title="在办流程的版本分布" footer={null} onCancel={onClose}>
      {load.state === 'error' ? (
        <Failure error={load.error} onRetry={reload} />
      ) : (
        <Table<VersionUse>
          size="small"
          rowKey={(row) => `${row.formKey} ${row.flowVersion} ${row.formVersion}`}
          loading={load.state === 'loading'}
          dataSource={load.value ?? []}
          pagination={false}
          scroll={{ x: 560, y: '60vh' }}
          locale={{ emptyText: '没有在办的流程' }}
          columns={[
            { title: '表单', dataIndex: 'formName', ellipsis: true },
            {
              title: '流程版本',
              key: 'flow',
              width: 170,
              render: (_: unknown, row) => versionText(row.flowVersion, row.latestFlowVersion),
            },
            {
              title: '表单版本',
              key: 'form',
              width: 170,
              render: (_: unknown, row) => versionText(row.formVersion, row.latestFormVersion),
            },
            { title: '在办', dataIndex: 'count', width: 80, align: 'right' },
          ]}
        />
      )}
    </Modal>
  );
}
