import { Modal, Skeleton } from 'antd';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import { useServices } from '../../runtime/contexts.ts';
import { Failure } from '../shared/Failure.tsx';
import { plainText } from '../shared/plainText.ts';
import { useLoad } from '../shared/useLoad.ts';

/** Dialog that shows a notice. The call that loads the notice also marks it as read. */
export function NoticeDialog({ id, onClose }: { id: string; onClose(): void }) {
  useReturnedFocus();
  const { notices } = useServices();
  const { load, reload } = useLoad(() => notices.open(id), [notices, id]);
  const notice = load.value;
  return (
    <Modal open title={notice?.title ?? '通知'} width={720} footer={null} onCancel={onClose}>
      {load.state === 'error' ? <Failure error={load.error} onRetry={reload} /> : null}
      {notice ? (
        <article data-notice={id}>
          <p className="sc-note">
            {notice.authorName}　{notice.releaseTime || notice.createTime}
          </p>
          <div className="sc-mail-body">{plainText(notice.content)}</div>
        </article>
      ) : load.state === 'loading' ? (
        <Skeleton active />
      ) : null}
    </Modal>
  );
}
