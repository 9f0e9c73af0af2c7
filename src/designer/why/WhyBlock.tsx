import { Alert, Empty, Skeleton, Tabs } from 'antd';
import { useLocation } from 'react-router-dom';
import type { WhyManagerNode } from '../../grammar/nodes.ts';
import { useServices } from '../../runtime/contexts.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { toSearch, usePageNavigation, type Query } from '../../screens/navigation/pageNavigation.ts';
import { Failure } from '../../screens/shared/Failure.tsx';
import { useLoad } from '../../screens/shared/useLoad.ts';
import { PersonSelect } from '../audit/PersonSelect.tsx';
import { ManagerGate } from '../document/ManagerGate.tsx';
import { targetParams, type AccessTarget, type SelectableTargets, type AccessReasons } from './reasons.ts';
import { TargetSelect } from './TargetSelect.tsx';
import { PeopleWithAccessTable } from './PeopleWithAccessTable.tsx';
import { WhyResult } from './WhyResult.tsx';
import './why.css';

/**
 * Page for administrators that explains why a person can access a form, record or menu entry, and lists the people who
 * can.
 */
export function WhyBlock({ node }: BlockProps<WhyManagerNode>) {
  const { title = '权限查询' } = node;
  // the key parameter of the gate is mandatory, but has no effect here
  return (
    <ManagerGate title={title} openKeyParameter="userId">
      {() => <WhyPage title={title} />}
    </ManagerGate>
  );
}

function WhyPage({ title }: { title: string }) {
  const services = useServices();
  const navigation = usePageNavigation();
  const { pathname } = useLocation();
  // the parameter `form` is not named `formKey`: a page with another `formKey` in its address opens as another tab
  const { form = '', recordId = '', menuId = '', userId = '', tab = 'why' } = navigation.query;
  const target: AccessTarget = { formKey: form, recordId, menuId };
  const goTo = (change: Query): void => {
    const next = { ...navigation.query, ...change };
    navigation.go(pathname + toSearch(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== ''))));
  };
  const { load, reload } = useLoad(
    () =>
      services.request({ url: '/system/sys/role/subjects', method: 'GET', params: {} }) as Promise<SelectableTargets>,
    [services],
  );
  const params = targetParams(target);
  if (load.state === 'error') return <Failure error={load.error} onRetry={reload} />;
  if (!load.value) return <Skeleton active paragraph={{ rows: 8 }} />;
  const noTarget = <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="请先选择表单或菜单" />;
  return (
    <div className="sc-list">
      <div className="sc-toolbar">
        <h2 className="sc-title">{title}</h2>
      </div>
      <Alert
        type="info"
        showIcon
        className="dz-scope-note"
        message="结果由执行权限的同一套规则现算：所见即系统实际放行的。不选记录时看表单本身的权限。"
      />
      <TargetSelect
        target={target}
        targets={load.value}
        onChange={({ formKey, ...change }) => goTo({ ...change, ...(formKey === undefined ? {} : { form: formKey }) })}
      />
      <Tabs
        activeKey={tab === 'who' ? 'who' : 'why'}
        onChange={(key) => goTo({ tab: key })}
        items={[
          {
            key: 'why',
            label: '为什么能看到',
            children: (
              <>
                <div className="dz-why-person">
                  <span aria-hidden="true">人员</span>
                  <PersonSelect value={userId} placeholder="选择人员" onChange={(id) => goTo({ userId: id })} />
                </div>
                {params === null ? (
                  noTarget
                ) : userId === '' ? (
                  <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="请选择人员" />
                ) : (
                  <PersonReasons params={{ ...params, userId }} />
                )}
              </>
            ),
          },
          {
            key: 'who',
            label: '谁能看到',
            children:
              params === null ? (
                noTarget
              ) : (
                <PeopleWithAccessTable
                  key={JSON.stringify(params)}
                  params={params}
                  onShowReasons={(id) => goTo({ userId: id, tab: 'why' })}
                />
              ),
          },
        ]}
      />
    </div>
  );
}

/** Loads and shows the reasons for the access of one person. */
function PersonReasons({ params }: { params: Record<string, string> }) {
  const services = useServices();
  const key = JSON.stringify(params);
  const { load, reload } = useLoad(
    () => services.request({ url: '/system/sys/role/why', method: 'GET', params }) as Promise<AccessReasons>,
    [services, key],
  );
  if (load.state === 'error') return <Failure error={load.error} onRetry={reload} />;
  if (load.state === 'loading' || !load.value) return <Skeleton active paragraph={{ rows: 6 }} />;
  return <WhyResult reasons={load.value} />;
}
