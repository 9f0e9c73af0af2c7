import { observer } from '@formily/reactive-react';
import { Alert, Button, Spin } from 'antd';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { FormRecord } from '../../grammar/documents.ts';
import type { CompiledForm } from '../../kernel/index.ts';
import { useServices, useSituation } from '../../runtime/contexts.ts';
import type { MailDraft } from '../../runtime/services/messageServices.ts';
import { checkNothingPending } from '../../runtime/host/checkNothingPending.ts';
import { FormView } from '../../runtime/form/FormView.tsx';
import { useFormSession } from '../../runtime/form/useFormSession.ts';
import { ErrorSummary } from '../detail/ErrorSummary.tsx';
import { LeaveGuard } from '../navigation/LeaveGuard.tsx';
import { usePageNavigation } from '../navigation/pageNavigation.ts';
import { STORED_INPUT_NOTE, StoredInputOffer } from '../shared/storedInput/StoredInputOffer.tsx';
import { useStoredFormInput } from '../shared/storedInput/useStoredFormInput.ts';
import { messageOf } from '../shared/messages.ts';
import { createOnceSender, isOutcomeUnknown } from '../shared/sendOnce.ts';
import { useFeedback } from '../shared/useFeedback.ts';
import { toMailDraft } from './compose.ts';
import { DRAFTS_ADDRESS, SENT_ADDRESS } from './addresses.ts';
import '../screens.css';

interface Props {
  compiled: CompiledForm;
  title: string;
  fields: FormRecord['fieldsMap'];
  draftId: string | null;
  sourceId: string | null;
  /** Part of the storage key of unsent input; identifies the draft, reply or new mail. */
  storageKey: string;
  /** Names of people with disabled accounts who were left out of a reply's receivers. */
  leftOut: readonly string[];
  /** Called after the mail was sent or stored as a draft. */
  onDone(): void;
}

interface MailRequest {
  act: 'send' | 'saveDraft';
  mail: MailDraft;
}

/**
 * The form of a mail, which protects unsaved input. If the answer to a send was lost, the next send does not send the
 * mail twice: if the first send has succeeded, the user is informed, and text that was changed since then is not sent
 * as another mail.
 */
export const MailForm = observer(function MailForm({
  compiled,
  title,
  fields,
  draftId,
  sourceId,
  storageKey,
  leftOut,
  onDone,
}: Props) {
  const services = useServices();
  const pageSituation = useSituation();
  const navigation = usePageNavigation();
  const { message } = useFeedback();
  const situation = useMemo(
    () => ({ ...pageSituation, isEdit: '1' as const, recordId: null, flowState: '0' }),
    [pageSituation],
  );
  const session = useFormSession({ compiled, record: null, situation, services, mode: 'edit' });
  const [isBusy, setBusy] = useState(false);
  const [showsProblems, setShowsProblems] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  /** True if an earlier send whose answer was lost had succeeded: the mail was sent with the text of that time. */
  const [wasSentBefore, setSentBefore] = useState(false);
  /** The draft that the next send or save replaces. */
  const currentDraftId = useRef(draftId);
  const onceSender = useMemo(
    () =>
      // the same key for both acts: while the outcome of one is unknown, the other is not executed
      createOnceSender(async ({ act, mail }: MailRequest, key): Promise<string | null> => {
        if (act === 'saveDraft') return services.mail.saveDraft(mail, key);
        await services.mail.send(mail, key);
        return null;
      }),
    [services],
  );
  // `load` marks the prefilled fields as saved, so that leaving an unchanged reply asks for no confirmation
  useEffect(() => {
    if (Object.keys(fields).length > 0)
      session.load({ formKey: compiled.definition.formKey, fieldsMap: fields, childTables: {} } as FormRecord);
    // oxlint-disable-next-line react/exhaustive-deps -- the initial fields are read once
  }, [session]);
  const isBlocked = useCallback(() => session.isDirty, [session]);
  const unsentInput = useStoredFormInput(session, { storageKey: `mail:${storageKey}` });

  const run = async (call: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setFailure(null);
    setSentBefore(false);
    try {
      await call();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  /**
   * Sends the mail or stores it as a draft. Returns false if it turned out that the mail had already been sent, with an
   * earlier text.
   */
  const submit = async (act: MailRequest['act']): Promise<boolean> => {
    const request = (): MailRequest => ({ act, mail: toMailDraft(session.values, currentDraftId.current, sourceId) });
    const { answer: id, executed, kind } = await onceSender.send(request());
    currentDraftId.current = id;
    if (kind !== 'earlier') return true;
    if (executed.act === 'saveDraft') return submit(act); // the draft has the earlier text
    setSentBefore(true); // the changed text would be another mail
    return false;
  };
  const leaveTo = (to: string, text: string): void => {
    session.markSaved(session.toRecord());
    void unsentInput.drop();
    message.success(text);
    navigation.go(to);
    onDone();
  };
  const send = (): void => {
    if (!checkNothingPending(session)) return;
    setShowsProblems(true);
    const [firstProblem] = session.validate();
    if (firstProblem) {
      session.focusProblem(firstProblem.path);
      return;
    }
    void run(async () => {
      if (await submit('send')) leaveTo(SENT_ADDRESS, '邮件已发送');
    });
  };
  const saveDraft = (): void => {
    if (!checkNothingPending(session)) return;
    void run(async () => {
      if (await submit('saveDraft')) leaveTo(DRAFTS_ADDRESS, '草稿已保存');
    });
  };

  return (
    <div className="sc-record" data-form="mail">
      <LeaveGuard
        hasUnsavedInput={isBlocked}
        onKeep={unsentInput.keep}
        onDiscard={unsentInput.drop}
        keptNote={STORED_INPUT_NOTE}
      />
      <div className="sc-record-header">
        <div className="sc-record-title">
          <h2>{title}</h2>
        </div>
        <div className="sc-record-buttons">
          <Button type="primary" onClick={send} loading={isBusy} data-action="send">
            发送
          </Button>
          <Button onClick={saveDraft} disabled={isBusy} data-action="save-draft">
            存草稿
          </Button>
          <Button onClick={() => navigation.back(SENT_ADDRESS)} data-action="back">
            返回
          </Button>
        </div>
      </div>
      {leftOut.length > 0 ? (
        <Alert type="info" showIcon message={`以下人员的账号已停用，没有列入收件人：${leftOut.join('、')}`} />
      ) : null}
      {unsentInput.offeredInput ? (
        <StoredInputOffer
          storedAt={unsentInput.offeredInput.time}
          onRestore={unsentInput.restore}
          onDiscard={unsentInput.discardOfferedInput}
        />
      ) : null}
      {failure ? (
        <Alert
          type="error"
          showIcon
          role="alert"
          message={messageOf(failure)}
          description={
            isOutcomeUnknown(failure)
              ? '填写的内容仍在。没有收到结果，再次操作时会先核对，不会重复发送或保存。'
              : '填写的内容仍在，可修改后重试。'
          }
        />
      ) : null}
      {wasSentBefore ? (
        <Alert
          type="warning"
          showIcon
          role="alert"
          message="上次点“发送”时，邮件已经发出"
          description="发出的是当时的内容，刚才修改的内容没有发送，也没有存为草稿。请先到“已发送”查看；如果还要发出修改后的内容，可以再点“发送”，作为另一封邮件发出。"
          action={
            <Button size="small" onClick={() => navigation.go(SENT_ADDRESS)} data-action="show-sent">
              查看已发送
            </Button>
          }
        />
      ) : null}
      {showsProblems ? <ErrorSummary session={session} problemsWithoutField={[]} /> : null}
      <Spin spinning={isBusy}>
        <div className="sc-record-body">
          <FormView session={session} hasSaveAll={false} />
        </div>
      </Spin>
    </div>
  );
});
