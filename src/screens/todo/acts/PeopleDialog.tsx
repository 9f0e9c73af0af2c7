import { Alert, Input, Modal, Radio } from 'antd';
import { useId, useState } from 'react';
import { useSituation } from '../../../runtime/contexts.ts';
import { useReturnedFocus } from '../../../runtime/host/returnedFocus.ts';
import type { FlowActBody } from '../../../runtime/services/tasks.ts';
import { busyModalProps } from './busyModal.ts';
import { PEOPLE_ACT_TEXTS, SIGN_POSITIONS, type PeopleAct, type SignPosition } from './peopleActs.ts';
import { PeopleField } from './PeopleField.tsx';

interface Props {
  act: PeopleAct;
  isBusy: boolean;
  /** True if the form has unsaved input; the dialog then offers to save it. */
  isDirty: boolean;
  /** True if the process node allows the assignee of the task to save the form. */
  canSave: boolean;
  /** User id of the applicant, if the process excludes applicants from approving their own application. */
  applicantId?: string | undefined;
  /** `savesFirst`: the unsaved input is saved before the act. */
  onDone(body: Pick<FlowActBody, 'userIds' | 'opinion' | 'place'>, savesFirst: boolean): void;
  onClose(): void;
}

const MAX_NOTE_LENGTH = 500;

/** Dialog to select the people of an act on a task, with a note. */
export function PeopleDialog({ act, isBusy, isDirty, canSave, applicantId, onDone, onClose }: Props) {
  useReturnedFocus();
  const id = useId();
  const { user } = useSituation();
  const texts = PEOPLE_ACT_TEXTS[act];
  const [selection, setSelection] = useState<{ ids: readonly string[]; names: string }>({ ids: [], names: '' });
  const [place, setPlace] = useState<SignPosition>('before');
  const [opinion, setOpinion] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [savesFirst, setSavesFirst] = useState(true);
  const hasUnsavedInput = isDirty && act !== 'cc';
  const submit = (): void => {
    if (selection.ids.length === 0) setMissing(true);
    else
      onDone(
        {
          userIds: selection.ids,
          ...(opinion.trim() ? { opinion: opinion.trim() } : {}),
          ...(act === 'addSign' ? { place } : {}),
        },
        hasUnsavedInput && canSave && savesFirst,
      );
  };
  return (
    <Modal
      open
      title={texts.title}
      okText="确定"
      cancelText="取消"
      onOk={submit}
      {...busyModalProps(isBusy, onClose)}
      maskClosable={false}
      width={520}
    >
      {hasUnsavedInput && !canSave ? (
        <Alert
          type="warning"
          showIcon
          className="sc-offer"
          message={`您填写的内容尚未保存，不会随任务转给对方；${texts.title}后作为您的草稿保留。`}
        />
      ) : null}
      <div className="sc-opinion" data-act={act}>
        <p className="sc-note">
          {texts.hint}
          {act !== 'cc' && applicantId ? '申请人不能办理自己的申请，不在可选范围内。' : ''}
        </p>
        {hasUnsavedInput && canSave ? (
          <div className="sc-act-field" data-field="unsaved">
            <span>尚未保存的填写</span>
            <Radio.Group
              aria-label="尚未保存的填写"
              value={savesFirst}
              onChange={({ target }) => setSavesFirst(target.value as boolean)}
              options={[
                { value: true, label: `保存后${texts.title}` },
                { value: false, label: '不保存，作为草稿保留' },
              ]}
            />
          </div>
        ) : null}
        {act === 'addSign' ? (
          <div className="sc-act-field" data-field="place">
            <span>加签方式</span>
            <Radio.Group
              aria-label="加签方式"
              value={place}
              onChange={(event) => setPlace(event.target.value as SignPosition)}
              options={[...SIGN_POSITIONS]}
            />
          </div>
        ) : null}
        <PeopleField
          label={texts.people}
          isMultiple={texts.isMultiple}
          {...(act === 'cc' ? {} : { excludedIds: applicantId ? [user.id, applicantId] : [user.id] })}
          isInvalid={isMissing}
          value={selection.ids}
          names={selection.names}
          onChange={(ids, names) => {
            setSelection({ ids, names });
            setMissing(false);
          }}
        />
        {isMissing ? (
          <span className="sc-error" role="alert">
            请选择人员
          </span>
        ) : null}
        <label htmlFor={id}>{texts.note}（选填）</label>
        <Input.TextArea
          id={id}
          value={opinion}
          maxLength={MAX_NOTE_LENGTH}
          rows={3}
          onChange={(event) => setOpinion(event.target.value)}
        />
      </div>
    </Modal>
  );
}
