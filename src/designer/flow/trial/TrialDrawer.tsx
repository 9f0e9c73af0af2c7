import { Alert, Button, Drawer, Select } from 'antd';
import { useState } from 'react';
import { useReturnedFocus } from '../../../runtime/host/returnedFocus.ts';
import { useIsClosed } from '../../../runtime/host/useIsClosed.ts';
import { useServices, useSituation } from '../../../runtime/contexts.ts';
import type { FlowTrial } from '../../../runtime/services/documents.ts';
import { messageOf } from '../../../screens/shared/messages.ts';
import { useFeedback } from '../../../screens/shared/useFeedback.ts';
import { useLoad } from '../../../screens/shared/useLoad.ts';
import { useSettingsData } from '../panel/design.ts';
import { LabelledSetting } from '../panel/LabelledSetting.tsx';
import { PeopleSelect } from '../panel/PeopleSelect.tsx';
import { fieldsForTrial } from './trialFields.ts';
import { TrialResult } from './TrialResult.tsx';
import { TrialValue } from './TrialValue.tsx';

interface Props {
  text: string;
  /** Resolves with the text after all pending changes. */
  getLatestText(): Promise<string>;
  formKey: string;
  onClose(): void;
  /** Called with the ids of the elements on the path of the trial. */
  onTried(path: readonly string[]): void;
}

const MAX_RECORDS = 50;

/** Simulates the process for an applicant, with the values of a record or typed values. Nothing is stored. */
export function TrialDrawer({ text, getLatestText, formKey, onClose, onTried }: Props) {
  useReturnedFocus();
  const services = useServices();
  const { user } = useSituation();
  const { message } = useFeedback();
  const { fields } = useSettingsData();
  const [applicantId, setApplicantId] = useState(user.id);
  const [recordId, setRecordId] = useState<string | undefined>(undefined);
  const [values, setValues] = useState<Record<string, unknown>>({});
  const [isBusy, setBusy] = useState(false);
  const [trial, setTrial] = useState<FlowTrial | null>(null);
  const { load: records } = useLoad(
    () =>
      formKey === ''
        ? Promise.resolve(null)
        : services.records.list(formKey, { page: { pageNum: 1, pageSize: MAX_RECORDS }, conditions: [] }),
    [services, formKey],
  );
  const isClosed = useIsClosed();
  const run = async (): Promise<void> => {
    setBusy(true);
    try {
      const filledValues = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
      const result = await services.flows.trial({
        definition: await getLatestText(),
        formKey,
        applicantId,
        values: filledValues,
        ...(recordId ? { recordId } : {}),
      });
      if (isClosed.current) return;
      setTrial(result);
      onTried([...result.nodes, ...result.edges]);
    } catch (error) {
      message.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Drawer
      open
      width="min(460px, 100vw)"
      title="试运行"
      mask={false}
      onClose={onClose}
      extra={
        <Button
          type="primary"
          loading={isBusy}
          disabled={formKey === '' || applicantId === ''}
          onClick={() => void run()}
          data-action="tryNow"
        >
          运行
        </Button>
      }
    >
      <div className="fd-trial-body" data-panel="trial">
        {formKey === '' ? <Alert type="info" showIcon message="先在上方选择对应的表单" /> : null}
        <LabelledSetting label="申请人">
          <PeopleSelect isSingle label="申请人" value={applicantId} onChange={setApplicantId} />
        </LabelledSetting>
        <LabelledSetting label="用哪条记录的内容">
          <Select
            allowClear
            showSearch
            optionFilterProp="label"
            aria-label="用哪条记录的内容"
            placeholder="不用记录，只用下面填的值"
            value={recordId}
            options={(records.value?.list ?? []).map((record) => ({
              value: record.id ?? '',
              label: record.title || record.id || '',
            }))}
            onChange={setRecordId}
          />
        </LabelledSetting>
        {fieldsForTrial(text, fields).map((field) => (
          <LabelledSetting key={field.key} label={field.label}>
            <TrialValue
              field={field}
              value={values[field.key]}
              onChange={(next) => setValues((before) => ({ ...before, [field.key]: next }))}
            />
          </LabelledSetting>
        ))}
        <p className="sc-note">假定每一步都通过，看流程怎样走、每步由谁办理、能填哪些字段。不会保存任何内容。</p>
        {trial ? <TrialResult trial={trial} /> : null}
      </div>
    </Drawer>
  );
}
