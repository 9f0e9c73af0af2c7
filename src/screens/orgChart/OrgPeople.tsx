import { UserOutlined } from '@ant-design/icons';
import { Avatar, Empty, Skeleton } from 'antd';
import { useServices } from '../../runtime/contexts.ts';
import type { OrgNode } from '../../runtime/services/people.ts';
import { Failure } from '../shared/Failure.tsx';
import { useLoad } from '../shared/useLoad.ts';

/** Maximum number of listed people. */
const MAX_PEOPLE = 60;

/** The people of a unit or department and all its descendants. */
export function OrgPeople({ org }: { org: OrgNode }) {
  const services = useServices();
  const { load, reload } = useLoad(
    () => services.users.search('', { pageNum: 1, pageSize: MAX_PEOPLE }, org.id),
    [services, org.id],
  );
  const people = load.value?.list ?? [];
  const hiddenCount = (load.value?.total ?? 0) - people.length;
  return (
    <section className="sc-org-people" aria-label={`${org.name}的人员`} aria-live="polite">
      <h4>
        {org.name}
        {load.value ? `（${load.value.total} 人）` : ''}
      </h4>
      {load.state === 'error' ? <Failure error={load.error} title="人员加载失败" onRetry={reload} /> : null}
      {load.state === 'loading' && people.length === 0 ? <Skeleton active paragraph={{ rows: 2 }} /> : null}
      {load.state === 'ready' && people.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有人员" />
      ) : null}
      <ul>
        {people.map(({ id, showName, deptName }) => (
          <li key={id}>
            <Avatar size="small" icon={<UserOutlined aria-hidden />} />
            <span>{showName}</span>
            <small>{deptName ?? ''}</small>
          </li>
        ))}
      </ul>
      {hiddenCount > 0 ? <p className="sc-note">还有 {hiddenCount} 人</p> : null}
    </section>
  );
}
