import { Alert, Input, InputNumber, Modal, Table } from 'antd';
import { useId, useState } from 'react';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import { usePages } from '../../runtime/screen/usePages.tsx';
import { useServices } from '../../runtime/contexts.ts';
import type { FlowInstance, MoveResult } from '../../runtime/services/flowAdmin.ts';
import { Failure } from '../../screens/shared/Failure.tsx';
import { messageOf } from '../../screens/shared/messages.ts';
import { StatusTag } from '../../screens/shared/StatusTag.tsx';
import { useFeedback } from '../../screens/shared/useFeedback.ts';
import { useLoad } from '../../screens/shared/useLoad.ts';

/** Maximum number of processes that a message names. */
const MAX_NAMED = 5;

const canMove = ({ misfits }: MoveResult): boolean => misfits.every(({ level }) => level !== 'error');

/**
 * Dialog to move running processes to another version of the process and of the form. Whenever a version is selected,
 * a dry run shows which processes cannot be moved.
 */
export function MoveDialog({
  rows,
  onClose,
  onDone,
}: {
  rows: readonly FlowInstance[];
  onClose(): void;
  onDone(): void;
}) {
  useReturnedFocus();
  const id = useId();
  const { flowAdmin } = useServices();
  const { message } = useFeedback();
  const [firstRow] = rows;
  const [flowVersion, setFlowVersion] = useState(firstRow?.latestFlowVersion ?? 1);
  const [formVersion, setFormVersion] = useState(firstRow?.latestFormVersion ?? 1);
  const [reason, setReason] = useState('');
  const [isBusy, setBusy] = useState(false);
  const moveRequest = { instanceIds: rows.map(({ instanceId }) => instanceId), flowVersion, formVersion };
  const { load, reload } = useLoad(
    () => flowAdmin.move({ ...moveRequest, isDryRun: true }),
    [flowAdmin, flowVersion, formVersion],
  );
  const checkResults = load.value ?? [];
  const { shown: shownResults, pager } = usePages(checkResults);
  const movableCount = checkResults.filter(canMove).length;
  const showResults = (results: readonly MoveResult[]): void => {
    const unmoved = results.filter(({ isMoved }) => !isMoved);
    if (unmoved.length === 0) return message.success(`已变更 ${results.length} 项`);
    const reasons = unmoved.slice(0, MAX_NAMED).map(({ title, misfits }) => {
      const details = misfits.filter(({ level }) => level === 'error').map(({ detail }) => detail);
      return `“${title}”${details.length > 0 ? `（${details.join('，')}）` : ''}`;
    });
    message.warning(
      `已变更 ${results.length - unmoved.length} 项，${unmoved.length} 项未变更：${reasons.join('；')}${unmoved.length > MAX_NAMED ? ' 等' : ''}`,
    );
  };
  const submit = (): void => {
    setBusy(true);
    flowAdmin
      .move({ ...moveRequest, isDryRun: false, reason: reason.trim() })
      .then(
        (results) => {
          showResults(results);
          onDone();
        },
        (error: unknown) => message.error(messageOf(error)),
      )
      .finally(() => setBusy(false));
  };
  return (
    <Modal
      open
      title={`变更版本：${firstRow?.formName ?? ''}`}
      okText={`变更 ${movableCount} 项`}
      cancelText="取消"
      confirmLoading={isBusy}
      okButtonProps={{ disabled: load.state !== 'ready' || movableCount === 0 || reason.trim() === '' }}
      onOk={submit}
      onCancel={onClose}
      maskClosable={false}
      width="min(760px, 94vw)"
    >
      <div className="sc-opinion" data-act="move">
        <div className="dz-move-to">
          <label htmlFor={`${id}-flow`}>流程版本</label>
          <InputNumber
            id={`${id}-flow`}
            min={1}
            max={firstRow?.latestFlowVersion ?? 1}
            precision={0}
            value={flowVersion}
            onChange={(value) => setFlowVersion(value ?? 1)}
          />
          <label htmlFor={`${id}-form`}>表单版本</label>
          <InputNumber
            id={`${id}-form`}
            min={1}
            max={firstRow?.latestFormVersion ?? 1}
            precision={0}
            value={formVersion}
            onChange={(value) => setFormVersion(value ?? 1)}
          />
        </div>
        {load.state === 'error' ? (
          <Failure error={load.error} onRetry={reload} />
        ) : (
          <>
            {load.state === 'ready' && movableCount < checkResults.length ? (
              <Alert
                type="warning"
                showIcon
                message={`${checkResults.length - movableCount} 项不能变更，其余 ${movableCount} 项可以变更`}
              />
            ) : null}
            <Table<MoveResult>
              size="small"
              rowKey="instanceId"
              loading={load.state === 'loading'}
              dataSource={shownResults}
              pagination={false}
              scroll={{ x: 560 }}
              columns={[
                { title: '流程', dataIndex: 'title', width: 180, ellipsis: true },
                {
                  title: '检查结果',
                  key: 'misfits',
                  render: (_: unknown, row) =>
                    row.misfits.length === 0 ? (
                      <StatusTag tone="good">可以变更</StatusTag>
                    ) : (
                      <ul className="dz-misfits">
                        {row.misfits.map(({ level, detail }) => (
                          <li key={detail}>
                            <StatusTag tone={level === 'error' ? 'bad' : 'warn'}>
                              {level === 'error' ? '不能变更' : '注意'}
                            </StatusTag>{' '}
                            {detail}
                          </li>
                        ))}
                      </ul>
                    ),
                },
                { title: '现版本', dataIndex: 'from', width: 160 },
              ]}
            />
            {pager}
          </>
        )}
        <label htmlFor={id}>原因（必填）</label>
        <Input.TextArea
          id={id}
          value={reason}
          rows={2}
          maxLength={500}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </Modal>
  );
}
