import { FileTextOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useServices, useSituation } from '../../../runtime/contexts.ts';
import { useShownAgainListener } from '../../../runtime/screen/page.ts';
import { useLoad } from '../../shared/useLoad.ts';
import { MyDraftsDialog } from './MyDraftsDialog.tsx';
import { listMyDrafts } from './myDrafts.ts';

/**
 * Button on the list of a form that opens the user's drafts of the form. Renders nothing without drafts.
 * `isRecordOpen`: a record is open in a dialog above the list; when it closes, the drafts are counted again.
 */
export function DraftsButton({ formKey, isRecordOpen }: { formKey: string; isRecordOpen: boolean }) {
  const services = useServices();
  const { user } = useSituation();
  const [isOpen, setOpen] = useState(false);
  const { load, reload, refresh } = useLoad(
    () => listMyDrafts({ services, userId: user.id }, formKey),
    [services, user.id, formKey],
  );
  useShownAgainListener(refresh);
  const wasRecordOpen = useRef(isRecordOpen);
  useEffect(() => {
    if (wasRecordOpen.current && !isRecordOpen) refresh();
    wasRecordOpen.current = isRecordOpen;
  }, [isRecordOpen, refresh]);
  const count = load.value?.length ?? 0;
  if (count === 0 && !isOpen) return null;
  return (
    <>
      <Button
        icon={<FileTextOutlined />}
        onClick={() => setOpen(true)}
        data-action="my-drafts"
      >{`我的草稿（${count}）`}</Button>
      {isOpen ? (
        <MyDraftsDialog
          formKey={formKey}
          onClose={() => {
            setOpen(false);
            reload();
          }}
        />
      ) : null}
    </>
  );
}
