import { Button, Modal, Space, Table } from 'antd';
import { useState } from 'react';
import { useServices } from '../runtime/contexts.ts';
import type { DefinitionVersion } from '../runtime/services.ts';
import { Failure } from '../screens/shared/Failure.tsx';
import { messageOf } from '../screens/shared/messages.ts';
import { ToneTag } from '../screens/shared/ToneTag.tsx';
import { useFeedback } from '../screens/shared/useFeedback.ts';
import { useLoad } from '../screens/shared/useLoad.ts';
import { textOfDefinition } from './document.ts';
import { JsonEditor } from './editor/JsonEditor.tsx';

const STATES = { draft: { label: '草稿', tone: 'warn' }, published: { label: '已发布', tone: 'good' }, archived: { label: '已归档', tone: 'plain' } } as const;

interface Props { formKey: string; onClose(): void; onTake(text: string, version: number): void }

/** Who published what and why, how many approvals still run on it, and each version's text. */
export function VersionDialog({ formKey, onClose, onTake }: Props) {
  const services = useServices();
  const { message } = useFeedback();
  const { load, reload } = useLoad(() => services.forms.versions(formKey), [services, formKey]);
  const [shown, setShown] = useState<{ version: number; text: string } | null>(null);
  const show = (version: number): void => {
    services.forms.definition(formKey, version).then((raw) => setShown({ version, text: textOfDefinition(raw) }), (error: unknown) => message.error(messageOf(error)));
  };
  return (
    <Modal open width="min(960px, 96vw)" title="版本历史" footer={null} onCancel={onClose}>
      {load.state === 'error' ? <Failure error={load.error} onRetry={reload} /> : (
        <Table<DefinitionVersion>
          size="small" rowKey={(row) => `${row.state}${row.version}`} loading={load.state === 'loading'} dataSource={load.value ?? []} pagination={false} scroll={{ x: 760, y: 360 }} locale={{ emptyText: '还没有发布过' }}
          columns={[
            { title: '版本', dataIndex: 'version', width: 80, render: (version: number) => `第 ${version} 版` },
            { title: '状态', dataIndex: 'state', width: 90, render: (state: DefinitionVersion['state']) => <ToneTag tone={STATES[state].tone}>{STATES[state].label}</ToneTag> },
            { title: '发布人', dataIndex: 'author', width: 110 },
            { title: '说明', dataIndex: 'note', ellipsis: true },
            { title: '时间', dataIndex: 'time', width: 170 },
            { title: '审批中', dataIndex: 'running', width: 80, align: 'right', render: (running?: number) => running ?? 0 },
            { title: '操作', key: 'view', width: 80, render: (_value, row) => (row.state === 'draft' ? null : <Button type="link" size="small" onClick={() => show(row.version)} data-action="view">查看</Button>) },
          ]}
        />
      )}
      {shown ? (
        <Modal
          open width="min(900px, 94vw)" title={`第 ${shown.version} 版`} onCancel={() => setShown(null)}
          footer={<Space><Button onClick={() => setShown(null)}>关闭</Button><Button type="primary" onClick={() => onTake(shown.text, shown.version)}>载入编辑器</Button></Space>}
        >
          <div className="ds-version"><JsonEditor key={shown.version} initialText={shown.text} isReadOnly label={`第 ${shown.version} 版的定义`} /></div>
        </Modal>
      ) : null}
    </Modal>
  );
}
