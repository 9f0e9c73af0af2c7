import { Button, Modal, Space, Table } from 'antd';
import { Suspense, useState } from 'react';
import { lazyFace } from '../../../runtime/node/LazyFace.tsx';
import { NodeBoundary } from '../../../runtime/node/NodeBoundary.tsx';
import { useReturnedFocus } from '../../../runtime/host/returnedFocus.ts';
import { PHONE_WIDTH, useIsNarrowerThan } from '../../../runtime/host/mediaQuery.ts';
import { moveActionColumns } from '../../moveActionColumns.ts';
import type { DefinitionVersion } from '../../../runtime/services/documents.ts';
import { Failure } from '../../../screens/shared/Failure.tsx';
import { messageOf } from '../../../screens/shared/messages.ts';
import { StatusTag } from '../../../screens/shared/StatusTag.tsx';
import { useFeedback } from '../../../screens/shared/useFeedback.ts';
import { useLoad } from '../../../screens/shared/useLoad.ts';
import { DiffDialog, type Side } from '../../diff/DiffDialog.tsx';
import { textOfDefinition } from '../documentText.ts';
import { JsonEditor } from '../../editor/JsonEditor.tsx';
import { useKind } from '../documentKind.ts';
import { RollbackDialog } from './RollbackDialog.tsx';
import { RunningDialog } from './RunningDialog.tsx';

/** Loaded when a process is shown, because the diagram library is large. */
const FlowView = lazyFace(async () => (await import('../../flow/bpmn/FlowView.tsx')).FlowView);

const STATE_TAGS = {
  draft: { label: '草稿', tone: 'warn' },
  published: { label: '使用中', tone: 'good' },
  archived: { label: '已归档', tone: 'plain' },
} as const;

interface Props {
  documentKey: string;
  /** The current text of the editor. */
  text: string;
  onClose(): void;
  onLoadText(text: string, version: number): void;
  onRolledBack(version: number): void;
}

const sideOf = ({ state, version }: DefinitionVersion): Side => (state === 'draft' ? 'draft' : version);

/** Dialog with the versions of a document. The user can view, compare and restore versions. */
export function VersionDialog({ documentKey, text, onClose, onLoadText, onRolledBack }: Props) {
  useReturnedFocus();
  const { kind, calls, loadRunningApprovals: loadRunning } = useKind();
  const { message } = useFeedback();
  const { load, reload } = useLoad(() => calls.versions(documentKey), [calls, documentKey]);
  const [shownVersion, setShownVersion] = useState<{ version: number; text: string } | null>(null);
  const [comparedSides, setComparedSides] = useState<[Side, Side] | null>(null);
  const [versionToRestore, setVersionToRestore] = useState<number | null>(null);
  const [runningVersion, setRunningVersion] = useState<number | null>(null);
  const isPhone = useIsNarrowerThan(PHONE_WIDTH);
  const [selectedKeys, setSelectedKeys] = useState<readonly React.Key[]>([]);
  const versions = load.value ?? [];
  const current = versions.find(({ state }) => state === 'published');
  const rowKey = (row: DefinitionVersion): string => `${row.state}${row.version}`;
  const selectedVersions = versions
    .filter((row) => selectedKeys.includes(rowKey(row)))
    .sort((a, b) => a.version - b.version);

  const showVersion = (version: number): void => {
    calls.version(documentKey, version).then(
      ({ definition }) => setShownVersion({ version, text: textOfDefinition(definition) }),
      (error: unknown) => message.error(messageOf(error)),
    );
  };
  const actions = (row: DefinitionVersion): React.ReactNode => (
    <Space size={0}>
      {row.state === 'draft' ? null : (
        <Button type="link" size="small" onClick={() => showVersion(row.version)} data-action="view">
          查看
        </Button>
      )}
      {row.state === 'published' ? (
        <Button type="link" size="small" onClick={() => setComparedSides([row.version, 'text'])} data-action="diff">
          与编辑内容对比
        </Button>
      ) : current ? (
        <Button
          type="link"
          size="small"
          onClick={() =>
            setComparedSides(row.state === 'draft' ? [current.version, 'draft'] : [row.version, current.version])
          }
          data-action="diff"
        >
          与使用中对比
        </Button>
      ) : null}
      {row.state === 'archived' ? (
        <Button type="link" size="small" danger onClick={() => setVersionToRestore(row.version)} data-action="rollback">
          恢复
        </Button>
      ) : null}
    </Space>
  );
  return (
    <Modal
      open
      width="min(1080px, 96vw)"
      title="版本历史"
      onCancel={onClose}
      footer={
        <Space wrap>
          <span className="sc-note">勾选两个版本可以对比</span>
          <Button
            disabled={selectedVersions.length !== 2}
            onClick={() => {
              const [a, b] = selectedVersions;
              if (a && b) setComparedSides([sideOf(a), sideOf(b)]);
            }}
            data-action="diffPicked"
          >
            对比所选
          </Button>
        </Space>
      }
    >
      {load.state === 'error' ? (
        <Failure error={load.error} onRetry={reload} />
      ) : (
        <Table<DefinitionVersion>
          size="small"
          rowKey={rowKey}
          loading={load.state === 'loading'}
          dataSource={[...versions]}
          pagination={false}
          scroll={{ x: 900, y: 360 }}
          locale={{ emptyText: '还没有发布过' }}
          rowSelection={{
            selectedRowKeys: [...selectedKeys],
            hideSelectAll: true,
            columnTitle: <span className="sf-unseen">选择</span>,
            onChange: (keys) => setSelectedKeys(keys.slice(-2)),
            getCheckboxProps: (row) =>
              ({ 'aria-label': row.state === 'draft' ? '选择草稿' : `选择第 ${row.version} 版` }) as object,
          }}
          columns={moveActionColumns(isPhone, [
            { title: '版本', dataIndex: 'version', width: 80, render: (version: number) => `第 ${version} 版` },
            {
              title: '状态',
              dataIndex: 'state',
              width: 90,
              render: (state: DefinitionVersion['state']) => (
                <StatusTag tone={STATE_TAGS[state].tone}>{STATE_TAGS[state].label}</StatusTag>
              ),
            },
            { title: '发布人', dataIndex: 'author', width: 100 },
            { title: '说明', dataIndex: 'note', ellipsis: true },
            { title: '时间', dataIndex: 'time', width: 165 },
            ...(kind === 'screen'
              ? []
              : [
                  {
                    title: '审批中',
                    dataIndex: 'running',
                    width: 76,
                    align: 'right' as const,
                    render: (count: number | undefined, row: DefinitionVersion) =>
                      count ? (
                        <Button
                          type="link"
                          size="small"
                          onClick={() => setRunningVersion(row.version)}
                          data-action="running"
                        >
                          {count}
                        </Button>
                      ) : (
                        0
                      ),
                  },
                ]),
            { title: '操作', key: 'do', width: 220, render: (_value, row) => actions(row) },
          ])}
        />
      )}
      {shownVersion ? (
        <Modal
          open
          width="min(900px, 94vw)"
          title={`第 ${shownVersion.version} 版`}
          onCancel={() => setShownVersion(null)}
          footer={
            <Space>
              <Button onClick={() => setShownVersion(null)}>关闭</Button>
              <Button type="primary" onClick={() => onLoadText(shownVersion.text, shownVersion.version)}>
                载入编辑器
              </Button>
            </Space>
          }
        >
          <div className="ds-version">
            {kind === 'flow' ? (
              <NodeBoundary tag="flowView" path={[]}>
                <Suspense>
                  <FlowView text={shownVersion.text} />
                </Suspense>
              </NodeBoundary>
            ) : (
              <JsonEditor
                key={shownVersion.version}
                initialText={shownVersion.text}
                isReadOnly
                label={`第 ${shownVersion.version} 版的定义`}
              />
            )}
          </div>
        </Modal>
      ) : null}
      {comparedSides ? (
        <DiffDialog
          documentKey={documentKey}
          text={text}
          versions={versions}
          before={comparedSides[0]}
          after={comparedSides[1]}
          onClose={() => setComparedSides(null)}
        />
      ) : null}
      {runningVersion !== null && loadRunning ? (
        <RunningDialog
          load={() => loadRunning(documentKey, runningVersion)}
          version={runningVersion}
          onClose={() => setRunningVersion(null)}
        />
      ) : null}
      {versionToRestore !== null && current ? (
        <RollbackDialog
          documentKey={documentKey}
          version={versionToRestore}
          currentVersion={current.version}
          runningCount={current.running ?? 0}
          onClose={() => setVersionToRestore(null)}
          onDone={(version) => {
            setVersionToRestore(null);
            reload();
            onRolledBack(version);
          }}
        />
      ) : null}
    </Modal>
  );
}
