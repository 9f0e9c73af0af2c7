import { Alert, Select } from 'antd';
import { useServices, useSituation } from '../../runtime/contexts.ts';
import { messageOf } from '../../screens/shared/messages.ts';
import { useLoad } from '../../screens/shared/useLoad.ts';
import { reviewCalls } from './calls.ts';

/** Selects the reviewer: an administrator other than the current user. */
export function ReviewerChoice({ value, onChange }: { value: string; onChange(id: string): void }) {
  const services = useServices();
  const { user } = useSituation();
  const { load } = useLoad(() => reviewCalls(services).administrators(), [services]);
  const reviewers = (load.value ?? []).filter(({ id }) => id !== user.id);
  if (load.state === 'error')
    return <Alert type="warning" showIcon message={`复核人没有加载出来：${messageOf(load.error)}`} />;
  if (load.state === 'ready' && reviewers.length === 0)
    return <Alert type="warning" showIcon message="没有其他管理员可以复核，请先在用户管理中设置另一位管理员" />;
  return (
    <>
      <label htmlFor="reviewer">复核人</label>
      <Select<string>
        id="reviewer"
        className="dr-reviewer"
        showSearch
        optionFilterProp="label"
        loading={load.state === 'loading'}
        placeholder="选择另一位管理员"
        value={value === '' ? null : value}
        options={reviewers.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={onChange}
      />
    </>
  );
}
