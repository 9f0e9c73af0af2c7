import { ReloadOutlined } from '@ant-design/icons';
import { Alert, Button, Empty, Skeleton } from 'antd';
import { useRef, useState } from 'react';
import type { RoleScopeManagerNode } from '../../grammar/nodes.ts';
import { isAdministrator } from '../../rules/permission.ts';
import { useServices } from '../../runtime/contexts.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import type { RoleScope } from '../../runtime/services/roleScopes.ts';
import { Failure } from '../../screens/shared/Failure.tsx';
import { useFeedback } from '../../screens/shared/useFeedback.ts';
import { useLoad } from '../../screens/shared/useLoad.ts';
import { ManagerGate } from '../document/ManagerGate.tsx';
import { RolePanel } from './RolePanel.tsx';
import { scopeLabel } from './dataScopes.ts';
import './scopes.css';

/** Page on which administrators set the data scope of each role: which records it can read. */
export function RoleScopeBlock({ node }: BlockProps<RoleScopeManagerNode>) {
  const { title = '数据权限' } = node;
  return (
    <ManagerGate title={title} openKeyParameter="role">
      {({ key, onOpen }) => <RoleScopesPage title={title} openCode={key} onOpen={onOpen} />}
    </ManagerGate>
  );
}

function RoleLine({ role, isOpen, onOpen }: { role: RoleScope; isOpen: boolean; onOpen(): void }) {
  return (
    <li>
      <button type="button" aria-current={isOpen} onClick={onOpen} data-role-line={role.code}>
        <span className="dz-scope-role">{role.name}</span>
        <span className="dz-scope-told">
          {scopeLabel(role)}
          {role.forms.length > 0 ? `，另设 ${role.forms.length} 个表单` : ''}
        </span>
        <span className="sc-note">{role.holders} 人</span>
      </button>
    </li>
  );
}

function RoleScopesPage({
  title,
  openCode: selectedCode,
  onOpen,
}: {
  title: string;
  openCode: string;
  onOpen(code: string): void;
}) {
  const { roleScopes } = useServices();
  const { confirm } = useFeedback();
  const { load, reload } = useLoad(() => roleScopes.list(), [roleScopes]);
  const [refreshCount, setRefreshCount] = useState(0);
  const isDirty = useRef(false);
  if (load.state === 'error') return <Failure error={load.error} onRetry={reload} />;
  if (!load.value) return <Skeleton active paragraph={{ rows: 10 }} />;
  // administrators can read all records, independent of their scope
  const roles = load.value.roles.filter(({ code }) => !isAdministrator({ roles: [code] }));
  const role = roles.find(({ code }) => code === selectedCode) ?? roles[0];
  /** Runs the action. If there are unsaved changes, the user must confirm their loss first. */
  const confirmDiscard = (action: () => void): void => {
    if (isDirty.current)
      confirm({
        title: '放弃未保存的修改？',
        okText: '放弃',
        isDanger: true,
        onOk: () => {
          // also resets the state that the leave guard reads, so that it does not ask again
          isDirty.current = false;
          action();
        },
      });
    else action();
  };
  const refresh = (): void => {
    setRefreshCount(refreshCount + 1);
    reload();
  };
  return (
    <div className="sc-list">
      <div className="sc-toolbar">
        <h2 className="sc-title">{title}</h2>
        <Button icon={<ReloadOutlined />} onClick={() => confirmDiscard(refresh)} data-action="refresh">
          刷新
        </Button>
      </div>
      <Alert
        type="info"
        showIcon
        className="dz-scope-note"
        message="数据权限决定一个角色能查看哪些单据"
        description="本人创建的、经办过的、抄送给自己的，以及自己负责的部门的单据总能查看，不受此限制；一个人有多个角色时按其中最宽的范围。这里只管查看，不给予修改和办理的权力；审批单据的草稿只有创建人能看到。系统管理员总能查看全部。"
      />
      {role ? (
        <div className="dz-scopes">
          <ul className="dz-scope-roles" aria-label="角色">
            {roles.map((item) => (
              <RoleLine
                key={item.code}
                role={item}
                isOpen={item === role}
                onOpen={() => confirmDiscard(() => onOpen(item.code))}
              />
            ))}
          </ul>
          {/* the key changes with the role, a refresh and the loaded values; a new key resets the panel */}
          <RolePanel
            key={`${role.code} ${refreshCount} ${JSON.stringify([role.scope, role.deptIds, role.forms])}`}
            role={role}
            forms={load.value.forms}
            isDirtyRef={isDirty}
            onSaved={refresh}
          />
        </div>
      ) : (
        <Empty description="还没有角色" />
      )}
    </div>
  );
}
