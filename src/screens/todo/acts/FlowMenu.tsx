import { EllipsisOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useFeedback } from '../../shared/useFeedback.ts';
import { NoteDialog, type NoteKind } from './NoteDialog.tsx';
import type { FlowActs } from './useFlowActs.ts';

interface Props {
  flow: FlowActs;
  /** True if the current user is the applicant, to whom a take-back returns the record. */
  isApplicant: boolean;
  /** Called after a successful act, to reload the page. */
  onDone(act: 'takeBackFlow' | NoteKind): void;
}

/**
 * Buttons for acts on the approval as a whole, not on a task: take back, urge, comment, void, and confirm an awaited
 * message.
 */
export function FlowMenu({ flow, isApplicant, onDone }: Props) {
  const { confirm } = useFeedback();
  const [noteKind, setNoteKind] = useState<NoteKind | null>(null);
  const [awaitedMessage, setAwaitedMessage] = useState('');
  const { options, isBusy, act } = flow;
  if (flow.state === 'failed')
    return (
      <Button type="dashed" onClick={flow.reload} data-action="retry-flow">
        流程操作加载失败，重试
      </Button>
    );
  if (!options) return null;
  const takeBack = (): void =>
    confirm({
      title: '确定撤回吗？',
      content: isApplicant ? '撤回后可以修改并重新提交。' : '撤回后任务回到您的待办，可以重新办理。',
      okText: '撤回',
      onOk: async () => {
        if (await act('takeBackFlow')) onDone('takeBackFlow');
      },
    });
  const menuItems = [
    ...(options.canComment ? [{ key: 'comment', label: <span data-action="comment">评论</span> }] : []),
    ...(options.canVoid ? [{ key: 'void', label: <span data-action="void">作废</span>, danger: true }] : []),
  ];
  const submitNote = (kind: NoteKind, opinion: string, files: readonly string[]): void => {
    void act(kind, {
      ...(kind === 'message' ? { message: awaitedMessage } : {}),
      ...(opinion ? { opinion } : {}),
      ...(files.length > 0 ? { files } : {}),
    }).then((isDone) => {
      if (!isDone) return;
      setNoteKind(null);
      onDone(kind);
    });
  };
  return (
    <>
      {options.canTakeBack ? (
        <Button onClick={takeBack} disabled={isBusy} data-action="takeBack">
          撤回
        </Button>
      ) : null}
      {(options.messages ?? []).map(({ name, nodeName }) => (
        <Button
          key={name}
          title={`流程在“${nodeName}”等待`}
          onClick={() => {
            setAwaitedMessage(name);
            setNoteKind('message');
          }}
          disabled={isBusy}
          data-action="message"
        >
          通知“{name}”
        </Button>
      ))}
      {options.canUrge ? (
        <Button onClick={() => setNoteKind('urge')} disabled={isBusy} data-action="urge">
          催办
        </Button>
      ) : null}
      {menuItems.length > 0 ? (
        <Dropdown trigger={['click']} menu={{ items: menuItems, onClick: ({ key }) => setNoteKind(key as NoteKind) }}>
          <Button icon={<EllipsisOutlined />} aria-label="更多流程操作" data-action="flow-more" />
        </Dropdown>
      ) : null}
      {noteKind ? (
        <NoteDialog
          kind={noteKind}
          subject={noteKind === 'message' ? awaitedMessage : ''}
          isBusy={isBusy}
          onClose={() => setNoteKind(null)}
          onSubmit={(opinion, files) => submitNote(noteKind, opinion, files)}
        />
      ) : null}
    </>
  );
}
