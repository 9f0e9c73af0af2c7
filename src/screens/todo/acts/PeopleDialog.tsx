import { Alert, Input, Modal, Radio } from 'antd';
import { useId, useState } from 'react';
import { useSituation } from '../../../runtime/contexts.ts';
import { useReturnedFocus } from '../../../runtime/host/returnedFocus.ts';
import type { FlowActBody } from '../../../runtime/services/tasks.ts';
import { HAND_ON, PLACES, type HandOn, type SignPlace } from './handOn.ts';
import { PeopleField } from './PeopleField.tsx';

interface Props {
  act: HandOn;
  isBusy: boolean;
  /** Something typed in the form is not saved: what becomes of it is asked here, once. */
  isDirty: boolean;
  /** The node lets its holder save. */
  canSave: boolean;
  /** The applicant, where the process keeps them from deciding on their own application. */
  applicantId?: string | undefined;
  /** `isSaving`: what is typed is to be saved first. */
  onDone(body: Pick<FlowActBody, 'userIds' | 'opinion' | 'place'>, isSaving: boolean): void;
  onClose(): void;
}

const MAX_NOTE = 500;

/** Whom a task goes to, and a word for them. */
export function PeopleDialog({ act, isBusy, isDirty, canSave, applicantId, onDone, onClose }: Props) {
  useReturnedFocus();
  const id = useId();
  const { user } = useSituation();
  const words = HAND_ON[act];
  const [chosen, setChosen] = useState<{ ids: readonly string[]; names: string }>({ ids: [], names: '' });
  const [place, setPlace] = useState<SignPlace>('before');
  const [opinion, setOpinion] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [isSaving, setSaving] = useState(true);
  const isAsking = isDirty && act !== 'cc';
  const done = (): void => {
    if (chosen.ids.length === 0) setMissing(true);
    else
      onDone(
        {
          userIds: chosen.ids,
          ...(opinion.trim() ? { opinion: opinion.trim() } : {}),
          ...(act === 'addSign' ? { place } : {}),
        },
        isAsking && canSave && isSaving,
      );
  };
  return (
    <Modal
      open
      title={words.title}
      okText="确定"
      cancelText="取消"
      confirmLoading={isBusy}
      onOk={done}
      onCancel={onClose}
      maskClosable={false}
      width={520}
    >
      {isAsking && !canSave ? (
        <Alert
          type="warning"
          showIcon
          className="sc-offer"
          message={`您填写的内容尚未保存，不会随任务转给对方；${words.title}后作为您的草稿保留。`}
        />
      ) : null}
      <div className="sc-opinion" data-act={act}>
        <p className="sc-note">
          {words.hint}
          {act !== 'cc' && applicantId ? '申请人不能办理自己的申请，不在可选范围内。' : ''}
        </p>
        {isAsking && canSave ? (
          <div className="sc-act-field" data-field="unsaved">
            <span>尚未保存的填写</span>
            <Radio.Group
              aria-label="尚未保存的填写"
              value={isSaving}
              onChange={({ target }) => setSaving(target.value as boolean)}
              options={[
                { value: true, label: `保存后${words.title}` },
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
              onChange={(event) => setPlace(event.target.value as SignPlace)}
              options={[...PLACES]}
            />
          </div>
        ) : null}
        <PeopleField
          label={words.people}
          isMultiple={words.isMultiple}
          {...(act === 'cc' ? {} : { leftOut: applicantId ? [user.id, applicantId] : [user.id] })}
          isInvalid={isMissing}
          value={chosen.ids}
          names={chosen.names}
          onChange={(ids, names) => {
            setChosen({ ids, names });
            setMissing(false);
          }}
        />
        {isMissing ? (
          <span className="sc-error" role="alert">
            请选择人员
          </span>
        ) : null}
        <label htmlFor={id}>{words.note}（选填）</label>
        <Input.TextArea
          id={id}
          value={opinion}
          maxLength={MAX_NOTE}
          rows={3}
          onChange={(event) => setOpinion(event.target.value)}
        />
      </div>
    </Modal>
  );
}
