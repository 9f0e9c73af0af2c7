import { Alert, Modal } from 'antd';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import { StatusTag } from '../../screens/shared/StatusTag.tsx';
import { scopeLabel, type ScopeChange } from './dataScopes.ts';

interface Props {
  /** `holders`: the number of people with the role who can sign in. */
  role: { name: string; holders: number };
  changes: readonly ScopeChange[];
  isBusy: boolean;
  onOk(): void;
  onCancel(): void;
}

/** Confirmation before data scopes are saved; lists the forms in which the role will see more or fewer records. */
export function ConfirmScopes({ role, changes, isBusy, onOk, onCancel }: Props) {
  useReturnedFocus();
  const isAnyWider = changes.some(({ isWider }) => isWider);
  const isAnyNarrower = changes.some(({ isNarrower }) => isNarrower);
  const consequences = [
    isAnyWider ? '放宽后，他们马上能看到更多人的单据及其附件' : '',
    isAnyNarrower ? '收窄后，他们马上看不到范围之外的单据，已打开的页面和收藏的链接也会失效' : '',
  ]
    .filter(Boolean)
    .join('；');
  return (
    <Modal
      open
      title={`修改“${role.name}”的数据权限`}
      okText="确定修改"
      cancelText="取消"
      okButtonProps={{ danger: isAnyWider, loading: isBusy }}
      onOk={onOk}
      onCancel={onCancel}
      maskClosable={false}
      width={560}
    >
      <Alert
        type="warning"
        showIcon
        message={role.holders === 0 ? '目前没有人属于此角色' : `影响属于此角色的 ${role.holders} 人`}
        description={`${consequences}。`}
      />
      <ul className="dz-scope-changes">
        {changes.map(({ name, before, after, isWider, isNarrower }) => (
          <li key={name} data-change={isWider && isNarrower ? 'other' : isWider ? 'wider' : 'narrower'}>
            <StatusTag tone={isWider ? 'bad' : 'warn'}>
              {isWider && isNarrower ? '改变' : isWider ? '放宽' : '收窄'}
            </StatusTag>
            <span>{name}</span>
            <span>
              {scopeLabel(before)} → {scopeLabel(after)}
            </span>
          </li>
        ))}
      </ul>
      {isAnyNarrower ? (
        <p className="sc-note">
          本人创建、经办、收到抄送的单据，以及自己负责的部门的单据仍能看到；有其他角色的人按其中最宽的范围。
        </p>
      ) : null}
    </Modal>
  );
}
