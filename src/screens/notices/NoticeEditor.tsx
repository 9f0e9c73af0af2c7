import { observer } from '@formily/reactive-react';
import { Alert, Modal } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import type { FormRecord } from '../../grammar/documents.ts';
import type { NoticeManagerNode } from '../../grammar/nodes.ts';
import { useServices, useSituation } from '../../runtime/contexts.ts';
import { FormView } from '../../runtime/form/FormView.tsx';
import { checkNothingPending } from '../../runtime/host/checkNothingPending.ts';
import type { Notice } from '../../runtime/services/messageServices.ts';
import { useFormSession } from '../../runtime/form/useFormSession.ts';
import { StoredInputOffer } from '../shared/storedInput/StoredInputOffer.tsx';
import { useStoredFormInput } from '../shared/storedInput/useStoredFormInput.ts';
import { messageOf } from '../shared/messages.ts';
import { plainText } from '../shared/plainText.ts';
import { useFeedback } from '../shared/useFeedback.ts';
import { useInlineForm } from '../shared/useInlineForm.ts';

interface Props {
  notice: Notice | null;
  fields: NoticeManagerNode['fields'];
  onClose(): void;
  onSaved(): void;
}

/** Returns the editable content of a notice as a text, to detect changes since unsaved input was stored. */
const contentKey = (notice: Notice | null): string =>
  notice ? JSON.stringify([notice.title, notice.kind, notice.unitIds, notice.content]) : '';

/**
 * Dialog to write a notice. Closing it with unsaved input asks for confirmation. If the browser window was closed, the
 * dialog offers to restore the unsaved input.
 */
export const NoticeEditor = observer(function NoticeEditor({ notice, fields, onClose, onSaved }: Props) {
  useReturnedFocus();
  const services = useServices();
  const pageSituation = useSituation();
  const { message, confirm } = useFeedback();
  const compiled = useInlineForm('notice', '通知', fields);
  const situation = useMemo(
    () => ({ ...pageSituation, isEdit: '1' as const, recordId: null, flowState: '0' }),
    [pageSituation],
  );
  const session = useFormSession({ compiled, record: null, situation, services, mode: 'edit' });
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    if (notice)
      session.load({
        formKey: 'notice',
        fieldsMap: {
          title: notice.title,
          kind: notice.kind,
          unitIds: notice.unitIds.join(','),
          content: plainText(notice.content),
        },
        childTables: {},
      } as FormRecord);
  }, [session, notice]);
  const storedInput = useStoredFormInput(session, {
    storageKey: `notice:${notice?.id ?? 'new'}`,
    base: contentKey(notice),
  });
  const save = async (): Promise<void> => {
    if (!checkNothingPending(session)) return;
    const [firstProblem] = session.validate();
    if (firstProblem) {
      session.focusProblem(firstProblem.path);
      return;
    }
    const text = (key: string): string => (typeof session.values[key] === 'string' ? session.values[key] : '');
    setBusy(true);
    try {
      await services.notices.save({
        ...(notice ? { id: notice.id } : {}),
        ...(notice?.revision === undefined ? {} : { revision: notice.revision }),
        title: text('title'),
        content: text('content'),
        kind: text('kind') || '1',
        unitIds: text('unitIds').split(',').filter(Boolean),
      });
      void storedInput.drop();
      message.success('已保存，发布后大家才能看到');
      onSaved();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const close = (): void => {
    if (session.isDirty)
      confirm({
        title: '放弃填写的内容？',
        okText: '放弃',
        isDanger: true,
        onOk: () => {
          void storedInput.drop();
          onClose();
        },
      });
    else onClose();
  };
  return (
    <Modal
      open
      width={760}
      title={notice ? '编辑通知' : '新建通知'}
      okText="保存"
      cancelText="取消"
      confirmLoading={isBusy}
      onOk={() => void save()}
      onCancel={close}
      maskClosable={false}
    >
      {failure ? <Alert type="error" showIcon role="alert" message={messageOf(failure)} /> : null}
      {storedInput.offeredInput ? (
        <StoredInputOffer
          storedAt={storedInput.offeredInput.time}
          note={storedInput.offeredInput.base === contentKey(notice) ? undefined : '这条通知此后修改过，恢复后请核对。'}
          onRestore={storedInput.restore}
          onDiscard={storedInput.discardOfferedInput}
        />
      ) : null}
      <FormView session={session} hasSaveAll={false} />
    </Modal>
  );
});
