import { Alert, Empty, Modal, Skeleton } from 'antd';
import { useReturnedFocus } from '../../../runtime/host/returnedFocus.ts';
import { useServices, useSituation } from '../../../runtime/contexts.ts';
import { messageOf } from '../../shared/messages.ts';
import { useLoad } from '../../shared/useLoad.ts';
import { MyDrafts } from './MyDrafts.tsx';
import { listMyDrafts } from './myDrafts.ts';

/** Dialog with the user's drafts of one form (我的草稿). */
export function MyDraftsDialog({ formKey, onClose }: { formKey: string; onClose(): void }) {
  useReturnedFocus();
  const services = useServices();
  const { user } = useSituation();
  const { load, reload } = useLoad(
    () => listMyDrafts({ services, userId: user.id }, formKey),
    [services, user.id, formKey],
  );
  return (
    <Modal open title="我的草稿" footer={null} onCancel={onClose} width={720}>
      {load.state === 'error' ? <Alert type="error" showIcon message={messageOf(load.error)} /> : null}
      {load.value === undefined && load.state === 'loading' ? <Skeleton active /> : null}
      {load.value?.length === 0 ? <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有草稿" /> : null}
      <MyDrafts lines={load.value ?? []} showsFormName={false} onChanged={reload} onOpen={onClose} />
    </Modal>
  );
}
