import { EllipsisOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useFeedback } from '../../shared/useFeedback.ts';
import { NoteDialog, type Note } from './NoteDialog.tsx';
import type { FlowActs } from './useFlow.ts';

interface Props {
  flow: FlowActs;
  /** The applicant takes it back to themselves. */
  isApplicants: boolean;
  /** Something happened that the page does not show yet. */
  onDone(act: 'takeBackFlow' | Note): void;
}

/** What anybody who has to do with an approval can do beside its task: take back, urge, comment, void, say that what is waited for has come. */
export function FlowMenu({ flow, isApplicants, onDone }: Props) {
  const { confirm } = useFeedback();
  const [note, setNote] = useState<Note | null>(null);
  const [awaited, setAwaited] = useState('');
  const { options, isBusy, act } = flow;
  if (!options) return null;
  const takeBack = (): void =>
    confirm({
      title: '确定撤回吗？',
      content: isApplicants ? '撤回后可以修改并重新提交。' : '撤回后任务回到您的待办，可以重新办理。',
      okText: '撤回',
      onOk: async () => {
        if (await act('takeBackFlow')) onDone('takeBackFlow');
      },
    });
  const more = [
    ...(options.canComment ? [{ key: 'comment', label: <span data-action="comment">评论</span> }] : []),
    ...(options.canVoid ? [{ key: 'void', label: <span data-action="void">作废</span>, danger: true }] : []),
  ];
  const finish = (done: Note, opinion: string, files: readonly string[]): void => {
    void act(done, {
      ...(done === 'message' ? { message: awaited } : {}),
      ...(opinion ? { opinion } : {}),
      ...(files.length > 0 ? { files } : {}),
    }).then((isDone) => {
      if (!isDone) return;
      setNote(null);
      onDone(done);
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
            setAwaited(name);
            setNote('message');
          }}
          disabled={isBusy}
          data-action="message"
        >
          通知“{name}”
        </Button>
      ))}
      {options.canUrge ? (
        <Button onClick={() => setNote('urge')} disabled={isBusy} data-action="urge">
          催办
        </Button>
      ) : null}
      {more.length > 0 ? (
        <Dropdown trigger={['click']} menu={{ items: more, onClick: ({ key }) => setNote(key as Note) }}>
          <Button icon={<EllipsisOutlined />} aria-label="更多流程操作" data-action="flow-more" />
        </Dropdown>
      ) : null}
      {note ? (
        <NoteDialog
          note={note}
          of={note === 'message' ? awaited : ''}
          isBusy={isBusy}
          onClose={() => setNote(null)}
          onDone={(opinion, files) => finish(note, opinion, files)}
        />
      ) : null}
    </>
  );
}
